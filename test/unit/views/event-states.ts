// The console's page "Events" in every designed state.
import { EVENT_TYPES } from '../../../src/core/applications/application-events/application-event.ts';
import type { EventsProps } from '../../../src/views/console/parts/console-page.ts';

const SOME_DAY = Date.UTC(2026, 4, 3, 14, 5);
const HOUR = 3_600_000;

type Endpoint = EventsProps['endpoints'][number];
type Delivery = Endpoint['deliveries'][number];

const idOf = (at: number): string => `019b7c4c2d00700080000000000000${(16 + at).toString(16)}`;

export const delivery = (at: number, over: Partial<Delivery> = {}): Delivery => ({
  id: idOf(at),
  eventId: idOf(at + 20),
  type: EVENT_TYPES[at % EVENT_TYPES.length] ?? 'test',
  createdAt: SOME_DAY - at * HOUR,
  tries: 1,
  lastStatus: 204,
  noAnswer: undefined,
  lastTriedAt: SOME_DAY - at * HOUR,
  nextTryAt: undefined,
  endedAt: SOME_DAY - at * HOUR,
  failure: undefined,
  status: 'delivered',
  lastFailure: undefined,
  ...over,
});

export const endpoint = (over: Partial<Endpoint> = {}): Endpoint => ({
  id: idOf(60),
  url: 'https://shop.acme.example/events',
  types: EVENT_TYPES,
  disabledAt: undefined,
  missedFrom: undefined,
  failingSince: undefined,
  secrets: [idOf(70)],
  deliveries: [
    delivery(0, { status: 'pending', tries: 0, lastStatus: undefined, lastTriedAt: undefined, nextTryAt: SOME_DAY }),
    delivery(1, { status: 'pending', tries: 4, lastStatus: 503, nextTryAt: SOME_DAY + 2 * HOUR }),
    delivery(2, { type: 'test' }),
    delivery(3, { status: 'failed', tries: 13, lastStatus: undefined, noAnswer: 'timeout', failure: 'timeout' }),
    delivery(4, { status: 'pending', tries: 2, lastStatus: 302, lastFailure: 'redirect', nextTryAt: SOME_DAY + HOUR }),
    delivery(5, { status: 'pending', tries: 2, lastStatus: undefined, noAnswer: 'tls', nextTryAt: SOME_DAY + HOUR }),
    delivery(6),
  ],
  ...over,
});

export const eventsProps = (over: Partial<EventsProps> = {}): EventsProps => ({
  types: EVENT_TYPES,
  endpoints: [endpoint()],
  later: false,
  nextAfter: undefined,
  ...over,
});

/** Three endpoints: one that fails, one that was disabled, and one with a long URL. */
export const fullEvents = (): EventsProps =>
  eventsProps({
    endpoints: [
      endpoint({ failingSince: SOME_DAY - 30 * HOUR, secrets: [idOf(70), idOf(71)] }),
      endpoint({
        id: idOf(61),
        url: `https://a-long-subdomain.shop.acme.example/${'a-rather-long-path-segment/'.repeat(6)}`,
        types: ['account.deleted'],
        disabledAt: SOME_DAY,
        missedFrom: idOf(21),
        deliveries: [delivery(5, { status: 'failed', lastStatus: 410, failure: 'answered 410' })],
      }),
      endpoint({ id: idOf(62), url: 'https://other.acme.example/hooks', deliveries: [] }),
    ],
    later: true,
    nextAfter: idOf(4),
  });
