// Refusals of the registration API (contract 3), except faults of an application's members, which are defined beside
// their texts in core/applications/applications.
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
