// Refusals of what operators do with accounts and the policy (contract 29).
import type { Refusal } from './refusal.ts';

export const OPERATOR_REFUSALS = {
  'account-out-of-reach': {
    reportedAs: [403],
    title: 'The token does not allow this with the account',
    cause:
      'A token never acts on accounts of support and operators. Of people who can change an application it only ends the sessions, disables and enables. Support does not change accounts.',
    cure: 'Do it in the console as an operator, or with latchkey accounts. To delete the owner of an application, the token also needs the scopes applications and roles.',
  },
  'last-operator': {
    reportedAs: [409],
    title: 'The account is the last enabled operator’s',
    cause: 'Without an enabled operator nobody could run the service.',
    cure: 'Create or enable another operator first.',
  },
  'owns-applications': {
    reportedAs: [409],
    title: 'The account owns applications',
    cause:
      'Deleting it would delete them, with the connections of all their people. With a role that may own none, nobody could look after them. `applications` lists each with the number of people connected to it.',
    cure: 'Name who gets all of them in the same request, with `?applications=hand-over:ACCOUNT`. Or hand each over to another member, or delete it, then try again.',
  },
  'new-owner-refused': {
    reportedAs: [409],
    title: 'This account cannot get the applications',
    cause:
      'Whoever gets the applications of somebody else is neither disabled nor leaving, has an email address that was not changed within seven days, the role owner or operator, and is a member of each application. The detail says what is missing. `applications` lists those in which the account is no member. Nothing was changed.',
    cure: 'Invite the account to the team of each application, give it the role owner, or name another account.',
  },
  'email-taken': {
    reportedAs: [409, 'fault'],
    title: 'An account with this email address exists',
    cause:
      'Each address belongs to one account, in whatever spelling. For some days, a former address can still be reserved for its account.',
    cure: 'Find the account with GET /accounts?email=…, and change it instead.',
  },
  'username-unavailable': {
    reportedAs: [409, 'fault'],
    title: 'The username is not available',
    cause:
      'Another account has the name, or had it: a name is never given to a second account. Names that differ only in separators, 0 and o, or 1 and l are the same.',
    cure: 'Choose another username.',
  },
  'account-in-doubt': {
    reportedAs: [409],
    title: 'The email address of the account was changed recently',
    cause:
      'For seven days the former address can take the change back. Until then the account deletes and hands over nothing, and gets no role, application or membership.',
    cure: 'Wait until the time that the detail names, or change the address back.',
  },
  'no-reset': {
    reportedAs: [409],
    title: 'The account gets no link to set a password',
    cause:
      'The account is disabled, or its address was never verified and it is support’s, an operator’s, or owns an application.',
    cure: 'Enable the account, or verify its address first.',
  },
  'link-not-shown': {
    reportedAs: [409],
    title: 'The link is shown to operators only',
    cause:
      'The server has no mail server, so a link to set a password is shown. Whoever sees it can become the person.',
    cure: 'Ask an operator, who gives the link to the person on a way on which they know them, or set smtp_url.',
  },
  'group-named': {
    reportedAs: [409],
    title: 'Applications name the group',
    cause: 'They know the group by its name, so it keeps the name, and stays. The detail lists them.',
    cure: 'Take the name out of their groups and allowed_groups first. To delete the group, ?force=true does so.',
  },
  'group-empties': {
    reportedAs: [409],
    title: 'Nobody could sign in to an application any more',
    cause: 'The group is the only one in allowed_groups of the applications that the detail lists.',
    cure: 'Let each of them admit members of another group first, or set its audience to everyone or team.',
  },
  'group-name-malformed': {
    reportedAs: ['fault'],
    title: 'The name of the group is malformed',
    cause: 'Programs use the name in their own settings, so it has characters that work everywhere.',
    cure: 'Use 2 to 40 of a to z, 0 to 9 and hyphens, and begin with a letter.',
  },
  'group-text': {
    reportedAs: ['fault'],
    title: 'A text of the group is empty, too long, or has invisible characters',
    cause: 'People read the text on the consent page and in their account.',
    cure: 'Shorten it: a label has at most 60 characters, a description at most 200. Or omit it.',
  },
  'group-applications': {
    reportedAs: ['fault'],
    title: 'applications is not valid',
    cause: 'Either every application may name the group, or those in the list.',
    cure: 'Use any, or a list of at most 1,000 ids, each once.',
  },
  'group-application-unknown': {
    reportedAs: ['fault'],
    title: 'There is no such application',
    cause: 'An id in applications is of no application on this server.',
    cure: 'Send the ids of applications that exist. latchkey applications list shows them.',
  },
  'group-account-unknown': {
    reportedAs: ['fault'],
    title: 'There is no such account',
    cause: 'account is no id of an account on this server.',
    cure: 'Find the account with GET /accounts, and send its id.',
  },
  'group-force': {
    reportedAs: ['fault'],
    title: 'force is neither true nor false',
    cause: 'The query says whether the name of the group is taken out of applications.',
    cure: 'Use ?force=true, or omit it.',
  },
  'policy-locked': {
    reportedAs: [409],
    title: 'A member of the policy is locked',
    cause:
      'The settings of the server give this member, so it cannot be changed while the server runs. The detail says where.',
    cure: 'Change the setting that the detail names, or remove it and restart the server; then the policy can be changed.',
  },
  'policy-needs-person': {
    reportedAs: [403],
    title: 'No token changes this member of the policy',
    cause:
      'Who can own applications, who must have a second factor, and which reserved usernames are released decides about rights, so a person who confirmed who they are changes it.',
    cure: 'Change the member in the console as an operator, or with latchkey policy set. A token can change the others, and reserve usernames.',
  },
  'policy-needs-mail': {
    reportedAs: [409],
    title: 'Verified addresses need a mail server',
    cause: 'Without a mail server nobody could verify an address, and nobody could sign up.',
    cure: 'Set smtp_url first, or leave require_verified_email off.',
  },
  'policy-needs-verified-addresses': {
    reportedAs: [409],
    title: 'allowed_email_domains needs verified addresses',
    cause: 'Anybody can type an address of these domains, so without verification the list keeps nobody out.',
    cure: 'Turn require_verified_email on in the same request or before, or leave the list empty.',
  },
  'policy-value': {
    reportedAs: ['fault'],
    title: 'A value of the policy is not allowed',
    cause: 'Each member has bounds that no operator can pass. The detail says what is allowed.',
    cure: 'Send a value that the detail allows, or null for the default.',
  },
} as const satisfies Readonly<Record<string, Refusal>>;
