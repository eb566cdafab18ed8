// What hears the events of a server (decision 40), put together as it runs.
import { beforeEach, describe, expect, test } from 'vitest';
import type { Background } from '../../../src/compose/background.ts';
import { listenToEvents } from '../../../src/compose/event-listeners.ts';
import type { Counters } from '../../../src/core/applications/statistics/counters.ts';
import type { DomainEvent } from '../../../src/core/ground/events/domain-event.ts';
import { createPublisher } from '../../../src/core/ground/events/publisher.ts';
import { createTally } from '../../../src/core/ground/metrics/tally.ts';
import type { Ports } from '../../../src/core/operating/ports.ts';

let lines: { level: string; [name: string]: unknown }[];
let counted: string[];
let woken: number;
let failing: Error | undefined;
let publish: (event: DomainEvent) => void;
let tally: ReturnType<typeof createTally>;

function given({ withBackground = true } = {}): void {
  const publisher = createPublisher();
  const line = (level: string) => (details: object) => void lines.push({ level, ...details });
  const logger = { info: line('info'), warn: line('warn'), error: line('error') } as never;
  const counters = {
    count(_: string, counter: string) {
      if (failing) throw failing;
      counted.push(counter);
    },
  } as unknown as Counters;
  const background = withBackground ? ({ wakeSessionEnds: () => (woken += 1) } as unknown as Background) : undefined;
  tally = createTally();
  const ports = { issuer: 'https://id.example.com' } as Ports;
  const failures = { listener: () => undefined, flush: async () => undefined };
  const opened = { ports, listen: publisher.listen, tally, counters, failures, failedRequests: failures };
  listenToEvents(opened, background, logger);
  publish = publisher.publish;
}

beforeEach(() => {
  [lines, counted, woken, failing] = [[], [], 0, undefined];
  given();
});

const ISSUED: DomainEvent = {
  kind: 'code-issued',
  applicationId: 'a1',
  accountId: 'u1',
  redirectUri: 'https://shop.example/callback',
};
const issued = () => tally.read('codes').find(({ outcome }) => outcome === 'issued')?.count;
const signIn = (result: 'verified' | 'wrong' | 'limited'): DomainEvent => ({
  kind: 'sign-in-attempted',
  by: 'password',
  accountId: 'u1',
  result,
});

test('decision 40: one event is counted for operators and for owners', () => {
  publish(ISSUED);
  expect([issued(), counted, woken, lines]).toEqual([1, ['completed'], 0, []]);
});

test('contract 20: a mail server that refuses everybody is an error of the log, with its answer', () => {
  publish({ kind: 'mail-trouble-began', reason: 'MAIL FROM 550 5.7.1' });
  expect(lines).toEqual([{ level: 'error', event: 'mail-trouble', reason: 'MAIL FROM 550 5.7.1' }]);
});

test('decision 40: a listener that fails is a line of the log, and no failure of anybody else', () => {
  failing = new Error('a bug');
  publish(ISSUED);
  expect(issued()).toBe(1);
  expect(lines).toEqual([{ level: 'error', err: failing, kind: 'code-issued' }]);
});

describe('decision 10: the delivery of logout tokens', () => {
  test('is woken by ended sessions, and by a sign-in, which may take the place of another', () => {
    publish({ kind: 'sessions-ended', accountId: 'u1' });
    publish(signIn('verified'));
    expect(woken).toBe(2);
  });

  test.each<DomainEvent>([signIn('wrong'), signIn('limited'), ISSUED])('is not woken by $kind $result', (event) => {
    publish(event);
    expect(woken).toBe(0);
  });

  test('is another process’s work in a worker', () => {
    given({ withBackground: false });
    expect(() => publish({ kind: 'sessions-ended', accountId: 'u1' })).not.toThrow();
    expect(lines).toEqual([]);
  });

  test.each(['delivered', 'dropped', 'put-back', 'gave-up'] as const)('is a line of the log: %s', (result) => {
    publish({ kind: 'logout-delivery-attempted', applicationId: 'a1', result, tries: 3, reason: 'answered 500' });
    const level = result === 'gave-up' ? 'warn' : 'info';
    const line = { event: 'session-end-delivery', result, application: 'a1', tries: 3, reason: 'answered 500' };
    expect(lines).toEqual([{ level, ...line }]);
  });
});
