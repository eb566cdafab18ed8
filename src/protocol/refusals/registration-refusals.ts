// Refusals of the registration API (contract 3), except faults of an application's members, which are defined beside
// their texts in core/applications.
import type { Refusal } from './refusal.ts';

export const REGISTRATION_REFUSALS = {
  'owners-only': {
    reportedAs: [403],
    title: 'Only owners can register applications',
    cause: 'The API token belongs to an account with the role user.',
    cure: 'Ask an operator to give the account the owner role (`latchkey accounts set-role`).',
  },
  'machine-token-nobody': {
    reportedAs: [403],
    title: 'A machine token cannot do this',
    cause: 'A machine token belongs to no person, so it can neither own an application nor invite people to one.',
    cure: 'Use an API token of the person who is to own the application, or who invites.',
  },
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
  'audit-filter': {
    reportedAs: ['fault'],
    title: 'A filter of the audit is not valid',
    cause: 'application, account and subject are ids, and from and to are times. The detail says what is wrong.',
    cure: 'Take ids from the answers of the API. Write times as RFC 3339 does, for example 2031-01-31T12:00:00Z.',
  },
  'role-too-low': {
    reportedAs: [403],
    title: 'Your role does not allow this',
    cause:
      'Viewers can read. Editors can also change the application and unlink single users. Only the owner can delete the application, unlink all users, manage members and transfer ownership. The detail names your role and the required one.',
    cure: 'Ask the owner of the application to do it or to change your role.',
  },
  'limit-malformed': {
    reportedAs: [400],
    title: 'limit is not valid',
    cause: 'limit is not an integer, or it is outside the range that the detail names.',
    cure: 'Omit limit, or send a number within the range. Follow Link: rel="next" for the remaining entries.',
  },
  'cursor-unknown': {
    reportedAs: [400],
    title: 'The cursor is not valid for this list',
    cause:
      'A cursor belongs to one list with its filters. This cursor belongs to another list or to other filters, or was changed.',
    cure: 'Follow the URL in Link: rel="next" unchanged. To start over, omit cursor.',
  },
  'query-parameter-doubled': {
    reportedAs: [400],
    title: 'A query parameter was sent more than once',
    cause: 'Query parameters must not be repeated. The detail names the parameter.',
    cure: 'Send the parameter once.',
  },
  'query-parameter-unknown': {
    reportedAs: ['fault'],
    title: 'A query parameter is unknown',
    cause:
      'A parameter that is ignored answers something else than was asked: a misspelled filter would return everybody. The detail lists what the route takes.',
    cure: 'Correct or remove the parameter. Members of a resource belong in the body.',
  },
  'day-malformed': {
    reportedAs: [400],
    title: 'A date is malformed',
    cause: 'from or to is not an existing date in the format YYYY-MM-DD.',
    cure: 'Write dates in UTC as YYYY-MM-DD, for example 2031-01-31.',
  },
  'days-out-of-range': {
    reportedAs: [400],
    title: 'The date range is not valid',
    cause: 'to is before from, or the range is longer than the server keeps statistics.',
    cure: 'Request at most 400 days, with from first.',
  },
  'input-faulty': {
    reportedAs: [400],
    title: 'The input is not valid',
    cause:
      'One or more members break a rule. errors lists every input error with its place and code. Nothing was changed.',
    cure: 'Fix the members that errors names, and send the request again.',
  },
  conflict: {
    reportedAs: [409],
    title: 'The request conflicts with the current state',
    cause: 'The input is valid, but conflicts with something stored. The detail names the conflict.',
    cure: 'Resolve the conflict that the detail names, for example a redirect URI that still needs a site domain.',
  },
  'applications-too-many': {
    reportedAs: [409],
    title: 'The owner has the maximum number of applications',
    cause: 'The number of applications per owner is limited.',
    cure: 'Delete an unused application, or transfer its ownership.',
  },
  'members-too-many': {
    reportedAs: [409],
    title: 'The application has the maximum number of members',
    cause: 'The number of members per application is limited, not counting the owner. Open invitations count.',
    cure: 'Remove a member who no longer needs access, or withdraw an invitation.',
  },
  'member-already': {
    reportedAs: [409],
    title: 'The address already belongs to a member',
    cause: 'The address belongs to the owner or to a member.',
    cure: 'Change the role of the member instead.',
  },
  'owner-stays': {
    reportedAs: [409],
    title: 'The owner cannot leave the application',
    cause: 'Every application must have an owner.',
    cure: 'Transfer ownership first: give another member the role owner. The former owner becomes an editor.',
  },
  'client-secrets-too-many': {
    reportedAs: [409],
    title: 'The application has two active client secrets',
    cause: 'Two client secrets are enough to rotate them without downtime.',
    cure: 'Delete the secret you no longer use, then create a new one.',
  },
  'event-endpoints-too-many': {
    reportedAs: [409],
    title: 'The application has three event endpoints',
    cause: 'Each event goes to every endpoint that receives its type.',
    cure: 'Change or delete an endpoint, or pass events on from one of them.',
  },
  'event-secrets-too-many': {
    reportedAs: [409],
    title: 'The event endpoint has two secrets',
    cause: 'Two secrets are enough to replace one without missing an event.',
    cure: 'Delete the older secret (DELETE …/secrets), then create a new one.',
  },
  'event-endpoint-disabled': {
    reportedAs: [409],
    title: 'The event endpoint is disabled',
    cause: 'Nothing is sent to a disabled endpoint.',
    cure: 'Enable it first: PATCH it with {"disabled_at": null}.',
  },
  'web-entry-missing': {
    reportedAs: [409],
    title: 'A client secret requires a Web entry',
    cause:
      'Client secrets belong to the Web key. Android and iOS keys cannot have one, because anyone can extract it from the app.',
    cure: 'Add a Web platform entry, and use its key in your backend.',
  },
  'read-only': {
    reportedAs: ['fault'],
    title: 'A member is read-only',
    cause:
      'PATCH names what is to change, and this member is changed elsewhere or never, such as the address of an account.',
    cure: 'Leave the member out, or send the value that GET returned.',
  },
  'member-unknown': {
    reportedAs: ['fault'],
    title: 'Unknown member',
    cause:
      'The JSON has a member that this resource does not have. Often the name is misspelled, or belongs to a newer version.',
    cure: 'Compare the name with the resource that GET returns. Names are in snake_case.',
  },
  'type-wrong': {
    reportedAs: ['fault'],
    title: 'A value has the wrong type',
    cause:
      'The member has the wrong JSON type, for example a string instead of a list. The detail names the expected type.',
    cure: 'Send the type that the detail names. Omit the member instead of sending null. In a PATCH request, null removes it.',
  },
  'time-malformed': {
    reportedAs: ['fault'],
    title: 'The time is malformed',
    cause: 'The value is not an RFC 3339 time with a time zone, or the date does not exist.',
    cure: 'Use RFC 3339, for example 2031-01-31T12:00:00Z.',
  },
} as const satisfies Readonly<Record<string, Refusal>>;
