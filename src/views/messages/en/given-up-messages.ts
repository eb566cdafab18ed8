// The page of the messages that were given up, in English.
import type { GivenUpKind } from '../../../core/operating/given-up/given-up-store.ts';

/** By kind: reasons of ours. Any other is what the recipient answered, or what became of the connection. */
type Reasons = Readonly<Record<GivenUpKind, Readonly<Record<string, string>>>>;

export const enGivenUpMessages = {
  title: 'Undelivered messages',
  hint: 'These messages could not be delivered in the last week. Neither their contents nor the addresses of emails are kept.',
  empty: 'No message was given up',
  emptyHint: 'Emails, events and back-channel logouts that cannot be delivered are listed here for a week.',
  trouble: 'The mail server refuses this server’s email',
  troubleSince: 'Since',
  troubleHint:
    'People get no links and codes. Nobody’s address is wrong, so emails wait and are tried again for a day. Check the sender and its account at the mail server:',
  noneOfKind: 'No message of this kind was given up.',
  kind: 'Kind',
  allKinds: 'All kinds',
  kinds: { mail: 'Emails', event: 'Events', logout: 'Back-channel logouts' },
  show: 'Show',
  event: (type: string) => `Event: ${type}`,
  eventGone: 'Event',
  logout: 'Back-channel logout',
  to: 'To',
  /** What an application removed meanwhile is called. */
  removed: 'an application that was removed',
  givenUp: 'Given up',
  since: 'waiting since',
  tries: (count: number) => (count === 1 ? '1 try' : `${count} tries`),
  reason: 'Reason',
  inLog: 'Log ID',
  deliveries: 'Deliveries of the application',
  logoutUri: 'Logout URI of the application',
  reasons: {
    mail: {
      expired: 'It could not be sent in time.',
      address: 'The address of the account is not valid for email.',
      'secret changed': 'The secret of the server has changed, so its link cannot be read.',
    },
    event: {
      'endpoint-disabled': 'The endpoint is disabled.',
      'secret changed': 'The secret of the server has changed, so messages cannot be signed.',
    },
    logout: {},
  } satisfies Reasons as Reasons,
};
