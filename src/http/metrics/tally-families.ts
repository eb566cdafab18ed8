// Metrics of what this process has counted by outcome (`core/ground/metrics/tally.ts`).
import type { Tallied, Tally } from '../../core/ground/metrics/tally.ts';
import type { Family } from './families.ts';

export function tallyFamilies(tally: Tally): Family[] {
  const byOutcome = (what: Tallied) => () =>
    tally.read(what).map(({ outcome, count }) => ({ labels: { outcome }, value: count }));
  return [
    {
      name: 'latchkey_pushed_requests_total',
      help: 'Authorization requests that applications pushed.',
      type: 'counter',
      read: () => tally.read('pushedRequests').map(({ count }) => ({ value: count })),
    },
    {
      name: 'latchkey_codes_total',
      help: 'Authorization codes, by outcome: issued, redeemed, replayed (their tokens were revoked).',
      type: 'counter',
      read: byOutcome('codes'),
    },
    {
      name: 'latchkey_device_codes_total',
      help: 'Codes of devices without a browser, by outcome: issued, confirmed or denied on the page /device, redeemed, replayed (their tokens were revoked).',
      type: 'counter',
      read: byOutcome('deviceCodes'),
    },
    {
      name: 'latchkey_user_codes_total',
      help: 'Codes typed on the page /device that were refused, by outcome: wrong, limited.',
      type: 'counter',
      read: byOutcome('userCodes'),
    },
    {
      name: 'latchkey_refreshes_total',
      help: 'Refresh tokens used, by outcome: rotated, renewed (FAPI 2.0), repeated or superseded in the repeat window, replayed (theft), expired.',
      type: 'counter',
      read: byOutcome('refreshes'),
    },
    {
      name: 'latchkey_sign_ins_total',
      help: 'Passwords and codes entered on the sign-in page, by outcome: verified, wrong, limited. A password that a code must follow is not counted.',
      type: 'counter',
      read: byOutcome('signIns'),
    },
    {
      name: 'latchkey_usernames_total',
      help: 'Usernames chosen or changed, by outcome: taken (the first one), changed, unavailable, too-many-changes, limited.',
      type: 'counter',
      read: byOutcome('usernames'),
    },
    {
      name: 'latchkey_account_deletions_total',
      help: 'Deletions of accounts, by outcome: asked (by the person), restored, deleted (by whomever).',
      type: 'counter',
      read: byOutcome('deletions'),
    },
    {
      name: 'latchkey_client_addresses_total',
      help: 'Source of the client address of rate-limited attempts and logged events, by outcome: direct, forwarded, unbelieved (the proxy is not trusted).',
      type: 'counter',
      read: byOutcome('clientAddresses'),
    },
    {
      name: 'latchkey_withheld_addresses_total',
      help: 'Responses that omit an agreed email address because it is not verified, by kind: user-info, id-token.',
      type: 'counter',
      read: () =>
        tally.read('withheldAddresses').map(({ outcome, count }) => ({ labels: { kind: outcome }, value: count })),
    },
    {
      name: 'latchkey_not_admitted_total',
      help: 'Sign-ins, codes and refreshes refused because the audience of the application does not let the person in, by audience: team, groups.',
      type: 'counter',
      read: () =>
        tally.read('notAdmitted').map(({ outcome, count }) => ({ labels: { audience: outcome }, value: count })),
    },
    {
      name: 'latchkey_session_end_messages_total',
      help: 'Back-channel logout delivery attempts, by outcome: delivered, dropped, put-back, gave-up.',
      type: 'counter',
      read: byOutcome('sessionEndMessages'),
    },
    {
      name: 'latchkey_event_deliveries_total',
      help: 'Attempts to deliver an event to an application, by outcome: delivered, dropped, put-back, gave-up.',
      type: 'counter',
      read: byOutcome('eventDeliveries'),
    },
    {
      name: 'latchkey_mails_total',
      help: 'Attempts to send a mail, by outcome: delivered, dropped, put-back, gave-up.',
      type: 'counter',
      read: byOutcome('mails'),
    },
    {
      name: 'latchkey_key_sets_total',
      help: 'Requests for the keys at an application’s jwks_uri, by outcome: read, failed.',
      type: 'counter',
      read: byOutcome('keySets'),
    },
    {
      name: 'latchkey_purged_rows_total',
      help: 'Expired rows deleted.',
      type: 'counter',
      read: () => tally.read('purgedRows').map(({ count }) => ({ value: count })),
    },
  ];
}
