// Overload answers 503 early instead of late (case M17): when the event loop lags for long, or too much is in hand.
// Nobody is refused for one long turn, and what is refused is told as any 503 is (contract 9, "Errors").

import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { systemTimers } from '../../src/background/system-timers.ts';
import { type Admission, createAdmission, MAX_LOOP_LAG_MS, SUSTAINED_MS } from '../../src/http/overload/admission.ts';
import { createLoadGate, type LoadGate, MAX_IN_FLIGHT } from '../../src/http/overload/load-gate.ts';
import type { Route } from '../../src/http/routes/route.ts';
import { problemOf, request, sendRaw, startHost, type TestHost } from './raw-host.ts';

/** Looks of one kind, as often as they come: every 100 ms, and later by the lag. */
function look(admission: Admission, from: number, forMs: number, lagMs: number): number {
  let at = from;
  while (at < from + forMs) {
    at += 100 + lagMs;
    admission.note(lagMs, at);
  }
  return at;
}
const admittedOf = (admission: Admission, requests = 1000): number =>
  Array.from({ length: requests }, () => admission.admits()).filter(Boolean).length;

describe('the share that is let in', () => {
  test('M17: one long turn, however long, refuses nobody', () => {
    const admission = createAdmission();
    let at = look(admission, 0, 500, 0);
    for (const lag of [5000, 0, 900, 0, 400, 50, 20_000]) {
      at += 100 + lag;
      admission.note(lag, at);
    }
    expect([admission.share, admittedOf(admission)]).toEqual([1, 1000]);
  });

  test('M17: a lag that stays for more than a second refuses more and more, evenly spread, and never everybody', () => {
    const admission = createAdmission();
    let at = look(admission, 0, SUSTAINED_MS, MAX_LOOP_LAG_MS);
    expect(admittedOf(admission)).toBe(1000);
    at = look(admission, at, 500, MAX_LOOP_LAG_MS);
    const early = admittedOf(admission);
    expect(early).toBeLessThan(1000);
    at = look(admission, at, 1000, 2 * MAX_LOOP_LAG_MS);
    expect(admittedOf(admission)).toBeLessThan(early);
    look(admission, at, 20_000, 2 * MAX_LOOP_LAG_MS);
    expect(admission.share).toBe(0.1);
    const inTurn = Array.from({ length: 20 }, () => admission.admits());
    expect(inTurn.filter(Boolean)).toHaveLength(2);
    expect(Math.abs(inTurn.indexOf(true) - inTurn.lastIndexOf(true))).toBe(10);
  });

  test('M17: when the loop is calm everybody is let in again within two seconds, step by step', () => {
    const admission = createAdmission();
    let at = look(admission, 0, 20_000, 2 * MAX_LOOP_LAG_MS);
    at = look(admission, at, 500, 0);
    expect(admission.share).toBeGreaterThan(0.1);
    expect(admission.share).toBeLessThan(0.6);
    look(admission, at, 1500, 0);
    expect(admission.share).toBe(1);
  });

  test('M17: between calm and late nothing changes, so that it does not flap', () => {
    const admission = createAdmission();
    let at = look(admission, 0, 2000, 2 * MAX_LOOP_LAG_MS);
    const { share } = admission;
    expect(share).toBeLessThan(1);
    at = look(admission, at, 10_000, 180);
    expect(admission.share).toBe(share);
  });
});

describe('the gate', () => {
  test('M17: past the most in hand new requests are refused, and let in when one has left', () => {
    const gate = createLoadGate(systemTimers);
    const leaves = Array.from({ length: MAX_IN_FLIGHT }, () => gate.enter() as () => void);
    expect(gate.refuse()).toEqual(expect.any(Number));
    expect(gate.figures()).toEqual({
      inFlight: MAX_IN_FLIGHT,
      admitted: 1,
      shed: { in_flight: 1, event_loop: 0 },
    });
    leaves.pop()?.();
    expect(gate.refuse()).toBeUndefined();
  });

  test('M17: nobody comes in past the most, though they were let in while there was room', () => {
    const gate = createLoadGate(systemTimers);
    for (let index = 0; index < MAX_IN_FLIGHT; index += 1) gate.enter();
    expect(gate.enter()).toEqual(expect.any(Number));
    expect(gate.figures()).toMatchObject({ inFlight: MAX_IN_FLIGHT, shed: { in_flight: 1, event_loop: 0 } });
  });

  test('M17: those refused at one moment are sent back at different moments', () => {
    const gate = createLoadGate(systemTimers);
    for (let index = 0; index < MAX_IN_FLIGHT; index += 1) gate.enter();
    expect(new Set(Array.from({ length: 6 }, () => gate.refuse()))).toEqual(new Set([1, 2, 3]));
  });
});

const route = (path: string, errors: Route['errors'], more: Partial<Route['methods']> = {}): Route => ({
  path,
  errors,
  methods: { GET: { access: 'public', body: 'none', handle: () => 'fine' }, ...more },
});

describe('a host', () => {
  let host: TestHost | undefined;
  afterEach(() => host?.stop());

  const refusing = (): LoadGate => ({ ...createLoadGate(systemTimers), refuse: () => 2 });
  const ROUTES = [
    route('/oauth/token', 'oauth'),
    route('/things', 'problem', {
      POST: { access: 'public', body: 'json', confirm: 'harmless', audit: 'own', handle: () => 'fine' },
    }),
    route('/login', 'page'),
  ];
  const start = async (gate: LoadGate, routes: readonly Route[] = ROUTES) => {
    const page = (_: unknown, { retryAfterSeconds }: { retryAfterSeconds?: number | undefined }) =>
      `<p>again in ${retryAfterSeconds}</p>`;
    host = await startHost({ routes, gate, renderErrorPage: page });
    return host.port;
  };

  test('contract 9: a refused request is 503 with Retry-After in the shape of its route, with every header of ours', async () => {
    const port = await start(refusing());
    const answers = await Promise.all(['/oauth/token', '/things', '/login'].map((path) => request(port, path)));
    for (const { status, headers } of answers) {
      expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '2', 'no-store']);
      expect(headers['x-request-id']).toBeDefined();
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
    const [oauth, problem, page] = answers;
    expect(JSON.parse(oauth?.body ?? '')).toMatchObject({ error: 'temporarily_unavailable' });
    expect(problem?.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(problem && problemOf(problem)).toMatchObject({ status: 503 });
    expect(page?.body).toBe('<p>again in 2</p>');
  });

  test('M17: its handler never runs, its body is not waited for, and the connection goes on', async () => {
    const port = await start(refusing());
    const headers = 'Host: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n';
    const post = `POST /things HTTP/1.1\r\n${headers}`;
    const [first, second] = await sendRaw(port, `${post}\r\n`, '{}', `${post}Connection: close\r\n\r\n{}`);
    expect([first?.status, second?.status]).toEqual([503, 503]);
  });

  test('M17: whose body comes when the room is gone is refused then: heads alone, sent by the thousand, take no place', async () => {
    const gate = createLoadGate(systemTimers);
    let handled = 0;
    const handle = () => {
      handled += 1;
      return 'fine';
    };
    const port = await start(gate, [
      route('/things', 'problem', {
        POST: { access: 'public', body: 'json', confirm: 'harmless', audit: 'own', handle },
      }),
    ]);
    const head =
      'POST /things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n';
    const socket = connect(port, '127.0.0.1');
    socket.write(head);
    await new Promise((resolve) => setTimeout(resolve, 100));
    for (let index = 0; index < MAX_IN_FLIGHT; index += 1) gate.enter();
    socket.write('{}');
    const answer = (await socket.toArray()).join('');
    expect(answer).toMatch(/^HTTP\/1.1 503 /);
    expect(answer).toMatch(/\r\nretry-after: [123]\r\n/i);
    expect(handled).toBe(0);
  });

  test('M17: the log tells refused requests by their line alone: there are too many for more', async () => {
    const port = await start(refusing());
    const { headers } = await request(port, '/things');
    const lines = host?.log.filter(({ reqId }) => reqId === headers['x-request-id']);
    expect(lines).toEqual([expect.objectContaining({ level: 30, msg: 'request', status: 503 })]);
  });

  test('M17: what handlers have in hand is counted until they end, however they end', async () => {
    const gate = createLoadGate(systemTimers);
    const ends: (() => void)[] = [];
    const hold = () => new Promise((resolve) => ends.push(() => resolve('held')));
    const fail = async () => {
      throw new Error('a bug');
    };
    const failAtOnce = () => {
      throw new Error('a bug');
    };
    const get = (path: string, handle: Route['methods']['GET'] & object): Route => ({
      path,
      errors: 'problem',
      methods: { GET: handle },
    });
    const open = { access: 'public', body: 'none' } as const;
    const port = await start(gate, [
      get('/hold', { ...open, handle: hold }),
      get('/fail', { ...open, handle: fail }),
      get('/fail-at-once', { ...open, handle: failAtOnce }),
      get('/fine', { ...open, handle: (_request, reply) => reply.send('fine') }),
    ]);
    const held = [request(port, '/hold'), request(port, '/hold')];
    while (ends.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(gate.figures().inFlight).toBe(2);
    const statuses = ['/fail', '/fail-at-once', '/fine', '/nothing'].map(
      async (path) => (await request(port, path)).status,
    );
    expect(await Promise.all(statuses)).toEqual([500, 500, 200, 404]);
    expect(gate.figures().inFlight).toBe(2);
    for (const end of ends) end();
    await Promise.all(held);
    expect(gate.figures().inFlight).toBe(0);
  });
});
