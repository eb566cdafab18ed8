// Which events the owners' statistics count (contract 3, decision 40).
import { expect, test } from 'vitest';
import { statisticsListener } from '../../../../src/core/applications/statistics/statistics-listener.ts';
import { tryItRedirectUri } from '../../../../src/core/applications/try-it/run.ts';
import type { DomainEvent } from '../../../../src/core/ground/events/domain-event.ts';

const ISSUER = 'https://id.example.com';
const OF = { applicationId: 'a1', accountId: 'u1' };

function countedOf(event: DomainEvent): string[] {
  const counted: string[] = [];
  statisticsListener({ count: (application, counter) => counted.push(`${application} ${counter}`) }, ISSUER)(event);
  return counted;
}

const eventsAt = (redirectUri: string): readonly (readonly [readonly string[], DomainEvent])[] => [
  [['started'], { kind: 'authorization-started', applicationId: 'a1', redirectUri }],
  [['completed'], { kind: 'code-issued', redirectUri, ...OF }],
  [['cancelled'], { kind: 'request-refused', applicationId: 'a1', redirectUri, refusal: 'user-cancelled' }],
  [
    ['refused:acr-unreachable'],
    { kind: 'request-refused', applicationId: 'a1', redirectUri, refusal: 'acr-unreachable' },
  ],
  [
    ['agreed:email', 'agreed:nickname', 'declined:birthdate'],
    { kind: 'consent-given', redirectUri, agreed: ['email', 'nickname'], declined: ['birthdate'], ...OF },
  ],
];

test.each(eventsAt('https://shop.example/callback'))('contract 3: counts %j', (counters, event) => {
  expect(countedOf(event)).toEqual(counters.map((counter) => `a1 ${counter}`));
});

test('contract 3: counts a refusal that is told in an answer or on a page', () => {
  const event = { kind: 'request-refused', applicationId: 'a1', redirectUri: undefined, refusal: 'code-used' } as const;
  expect(countedOf(event)).toEqual(['a1 refused:code-used']);
});

test.each(eventsAt(tryItRedirectUri(ISSUER, 'a1')))('contract 3: a run of "try it" is no %j', (_, event) => {
  expect(countedOf(event)).toEqual([]);
});

test('contract 3: the console’s redirect URI of another application is no run of this one', () => {
  const redirectUri = tryItRedirectUri(ISSUER, 'a2');
  expect(countedOf({ kind: 'code-issued', redirectUri, ...OF })).toEqual(['a1 completed']);
});

test.each<DomainEvent>([
  { kind: 'sessions-ended', accountId: 'u1' },
  { kind: 'code-redeemed', ...OF },
  { kind: 'rows-purged', rows: 1 },
])('contract 3: $kind is nothing for owners', (event) => {
  expect(countedOf(event)).toEqual([]);
});
