// Which events operators' metrics count (decision 40).
import { expect, test } from 'vitest';
import type { DomainEvent } from '../../../../src/core/ground/events/domain-event.ts';
import { metricsListener } from '../../../../src/core/ground/metrics/metrics-listener.ts';
import { createTally, TALLIED, type Tallied } from '../../../../src/core/ground/metrics/tally.ts';

const OF = { applicationId: 'a1', accountId: 'u1' };
const REDIRECT_URI = 'https://shop.example/callback';
const DELIVERY = { applicationId: 'a1', tries: 1, reason: undefined };

/** What the tally says after the event: everything that is not 0. */
function countedOf(event: DomainEvent): string[] {
  const tally = createTally();
  metricsListener(tally)(event);
  return (Object.keys(TALLIED) as Tallied[]).flatMap((what) =>
    tally.read(what).flatMap(({ outcome, count }) => (count > 0 ? [`${what} ${outcome} ${count}`] : [])),
  );
}

const COUNTED: readonly (readonly [string, DomainEvent])[] = [
  ['codes issued 1', { kind: 'code-issued', redirectUri: REDIRECT_URI, ...OF }],
  ['codes redeemed 1', { kind: 'code-redeemed', ...OF }],
  ['codes replayed 1', { kind: 'code-replayed', ...OF }],
  ...TALLIED.refreshes.map(
    (result) => [`refreshes ${result} 1`, { kind: 'refresh-token-used', result, ...OF }] as const,
  ),
  ...TALLIED.signIns.map(
    (result) =>
      [`signIns ${result} 1`, { kind: 'sign-in-attempted', by: 'password', accountId: 'u1', result }] as const,
  ),
  ...TALLIED.usernames.map(
    (result) => [`usernames ${result} 1`, { kind: 'username-requested', accountId: 'u1', result }] as const,
  ),
  ['deletions asked 1', { kind: 'deletion-changed', accountId: 'u1', result: 'asked' }],
  ['deletions restored 1', { kind: 'deletion-changed', accountId: 'u1', result: 'restored' }],
  ['deletions deleted 1', { kind: 'account-deleted', accountId: 'u1', at: 1 }],
  ...TALLIED.withheldAddresses.map(
    (answer) => [`withheldAddresses ${answer} 1`, { kind: 'email-withheld', answer, ...OF }] as const,
  ),
  ...TALLIED.notAdmitted.map(
    (audience) =>
      [
        `notAdmitted ${audience} 1`,
        { kind: 'request-refused', applicationId: 'a1', redirectUri: undefined, refusal: `not-in-${audience}` },
      ] as const,
  ),
  ...TALLIED.sessionEndMessages.map(
    (result) => [`sessionEndMessages ${result} 1`, { kind: 'logout-delivery-attempted', result, ...DELIVERY }] as const,
  ),
  ...TALLIED.eventDeliveries.map(
    (result) => [`eventDeliveries ${result} 1`, { kind: 'event-delivery-attempted', result, ...DELIVERY }] as const,
  ),
  ['purgedRows removed 250', { kind: 'rows-purged', rows: 250 }],
];

test.each(COUNTED)('decision 40: an event is counted as %s', (counted, event) => {
  expect(countedOf(event)).toEqual([counted]);
});

test.each<DomainEvent>([
  { kind: 'sessions-ended', accountId: 'u1' },
  { kind: 'authorization-started', applicationId: 'a1', redirectUri: REDIRECT_URI },
  { kind: 'request-refused', applicationId: 'a1', redirectUri: undefined, refusal: 'code-used' },
  { kind: 'consent-given', redirectUri: REDIRECT_URI, agreed: [], declined: [], ...OF },
  { kind: 'sign-in-attempted', by: 'sign-up', accountId: 'u1', result: 'verified' },
])('decision 40: metrics leave out $kind', (event) => {
  expect(countedOf(event)).toEqual([]);
});
