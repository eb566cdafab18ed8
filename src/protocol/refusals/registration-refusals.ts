// Refusals of the registration API (contract 3) besides the faults of an application's members, which stand beside their
// sentences in core/applications.
import type { Refusal } from './refusal.ts';

export const REGISTRATION_REFUSALS = {
  'owners-only': {
    told: [403],
    title: 'Only an owner may register applications',
    cause: 'The API token belongs to an account of role user.',
    cure: 'Ask an operator to make the account an owner (`latchkey accounts set-role`).',
  },
  'role-too-low': {
    told: [403],
    title: 'Your role in this application does not allow this',
    cause:
      'A viewer looks; an editor also changes what is in the application and ends connections one by one; only the owner deletes it, ends all connections at once, manages members and hands it over. The detail names your role and the one that is needed.',
    cure: 'Ask the application’s owner to do it, or for another role.',
  },
  'limit-malformed': {
    told: [400],
    title: 'limit is out of range',
    cause: 'It is no whole number, or not within the range that the detail names.',
    cure: 'Leave it out, or send a number within the range; follow Link: rel="next" for the rest.',
  },
  'cursor-unknown': {
    told: [400],
    title: 'The cursor was not given for this list',
    cause: 'A cursor belongs to one list and one account. This one is of another, or was changed.',
    cure: 'Follow the address in Link: rel="next" as it is; begin again without a cursor.',
  },
  'query-parameter-doubled': {
    told: [400],
    title: 'A query parameter stands there twice',
    cause: 'Nobody can say which of the two was meant. The detail names it.',
    cure: 'Send it once.',
  },
  'day-malformed': {
    told: [400],
    title: 'A day is malformed',
    cause: 'from or to is no day that exists, written YYYY-MM-DD.',
    cure: 'Write days in UTC as YYYY-MM-DD, for example 2031-01-31.',
  },
  'days-out-of-range': {
    told: [400],
    title: 'The days are out of range',
    cause: 'to is before from, or there are more days between them than are kept.',
    cure: 'Ask for at most 400 days, the first one first.',
  },
  'input-faulty': {
    told: [400],
    title: 'Some of what was sent is wrong',
    cause:
      'One or more members break a rule. errors lists every fault with its place and its own code; nothing was changed.',
    cure: 'Mend what errors names, and send the request again.',
  },
  conflict: {
    told: [409],
    title: 'This is in conflict with what is stored',
    cause:
      'What was sent is right by itself, and something the application has stands against it. The detail names it.',
    cure: 'Change what the detail names first: for example the redirect URI that still needs a site domain.',
  },
  'applications-too-many': {
    told: [409],
    title: 'The owner has as many applications as one may have',
    cause: 'There is a bound on the applications of one owner.',
    cure: 'Delete one that is not used, or hand it over.',
  },
  'members-too-many': {
    told: [409],
    title: 'The application has as many members and open invitations as one may have',
    cause: 'There is a bound on the members of one application, besides its owner. Open invitations count.',
    cure: 'Remove a member who no longer needs access, or withdraw an invitation.',
  },
  'member-already': {
    told: [409],
    title: 'This address belongs to a member already',
    cause: 'It is the address of the owner or of one of the members.',
    cure: 'Change the member’s role instead.',
  },
  'owner-stays': {
    told: [409],
    title: 'The owner leaves by handing the application over',
    cause: 'An application without an owner could be managed by nobody.',
    cure: 'Give another member the role owner first; the former owner is an editor then.',
  },
  'client-secrets-too-many': {
    told: [409],
    title: 'The application has two live client secrets',
    cause: 'Two are enough to change from one to the next without a pause.',
    cure: 'Delete the one that is no longer used, then make the next.',
  },
  'web-entry-missing': {
    told: [409],
    title: 'A client secret needs a Web entry',
    cause:
      'Secrets belong to the Web key: those of Android and iOS entries are public for ever, because anybody can read them out of the app.',
    cure: 'Add a Web platform entry, and let your backend use its key.',
  },
  'member-unknown': {
    told: ['fault'],
    title: 'No such member is known',
    cause: 'The JSON has a member that this resource does not have: often a misspelt name, or one of a newer version.',
    cure: 'Compare the name with the resource as GET shows it. Names are in snake_case.',
  },
  'type-wrong': {
    told: ['fault'],
    title: 'A value has the wrong type',
    cause:
      'The member holds a string where a list belongs, a number where a string belongs, or the like. The detail names the type.',
    cure: 'Send the type that the detail names; leave the member out instead of sending null (in PATCH null takes it away).',
  },
  'time-malformed': {
    told: ['fault'],
    title: 'The time is malformed',
    cause: 'It is no time of RFC 3339 with a time zone, or a day that does not exist.',
    cure: 'Write the time as in RFC 3339, for example 2031-01-31T12:00:00Z.',
  },
} as const satisfies Readonly<Record<string, Refusal>>;
