// Events where processes are killed, and of an act on many people (contract 60): each change that was acknowledged is
// delivered, none that was not happens, the order of each person holds, and one act answers at once.
// LATCHKEY_TEST_EVENT_KILLS and LATCHKEY_TEST_EVENT_PEOPLE say how many (`npm run event-test`).
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { EVENT_TYPES, type EventType } from '../../src/core/applications/application-events/application-event.ts';
import { newSub } from '../../src/core/ground/secrets.ts';
import { APPLICATION, type Client, givenClient } from '../helpers/client.ts';
import { CAUSES, type Operator, type Place } from '../helpers/event-causes.ts';
import { type Receiver, startReceiver, verified } from '../helpers/event-receiver.ts';
import { FOR_MIXED_LOAD } from '../helpers/mixed-load.ts';
import { newId } from '../helpers/new-id.ts';
import { spawnProgram, startBeside, startServer } from '../helpers/program.ts';
import { succeed, type TestServer } from '../helpers/server.ts';
import { STORE } from '../helpers/store.ts';

const FEW_PEOPLE = 600;
const PEOPLE = Number(process.env.LATCHKEY_TEST_EVENT_PEOPLE ?? FEW_PEOPLE);
/** SQLite has one process that delivers. */
const PROCESSES = STORE === 'postgres' ? 3 : 1;
/** Each process is killed once, or the one twice. */
const KILLS = Number(process.env.LATCHKEY_TEST_EVENT_KILLS ?? Math.max(2, PROCESSES));

/** Between two acts of an actor, so that the processes share the machine with other tests. */
const PAUSE_MS = process.env.LATCHKEY_TEST_EVENT_KILLS === undefined ? 100 : 0;

/** As the database writes it. */
const IS_TRUE = STORE === 'postgres' ? 'true' : '1';

const cleanUps: (() => unknown)[] = [];
// Deleting 300,000 people takes minutes.
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
}, 1_200_000);

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function givenServer(): Promise<{ server: TestServer; receiver: Receiver }> {
  const receiver = await startReceiver();
  cleanUps.push(() => receiver.stop());
  const server = await startServer({ ...FOR_MIXED_LOAD, LATCHKEY_INTERNAL_DELIVERIES: 'true' });
  cleanUps.push(() => server.stop());
  return { server, receiver };
}

const callApi = (server: TestServer, { applicationId, owner }: Client, method: string, path: string, body?: unknown) =>
  fetch(`${server.apiUrl}/applications/${applicationId}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${owner.apiToken}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

async function listen(server: TestServer, client: Client, url: string): Promise<string> {
  const created = await callApi(server, client, 'POST', '/event-endpoints', { url });
  return ((await created.json()) as { secret: string }).secret;
}

/** Adds so many people to the application. @returns their addresses */
async function connectMany(server: TestServer, applicationId: string, people: number): Promise<string[]> {
  const now = Date.now();
  const emails: string[] = [];
  for (let from = 0; from < people; from += 500) {
    const ids = Array.from({ length: Math.min(500, people - from) }, () => newId());
    emails.push(...ids.map((id) => `${id}@p.example`));
    const accounts = ids.map(
      (id) => `('${id}', '${id}@p.example', '${id}@p.example', false, 'user', '{}', ${now}, ${now})`,
    );
    await server.execute(
      `insert into accounts (id, email, email_key, email_verified, role, profile, created_at, updated_at)
       values ${accounts.join(', ')}`,
    );
    const connections = ids.map((id) => `('${applicationId}', '${id}', '${newSub()}', 1, '{}', ${now})`);
    await server.execute(
      `insert into connections (application_id, account_id, sub, generation, answers, created_at)
       values ${connections.join(', ')}`,
    );
  }
  return emails;
}

/** Acts of one type at one application: those that began, and those that were acknowledged. */
type Counted = Map<EventType, { begun: number; done: number }>;

/** Somebody who does one thing after another at an application of their own. */
type Actor = { client: Client; path: string; refusals: readonly unknown[]; counted: Counted; act(): Promise<void> };

/** The command line, each a process of its own. One in three that remove an account is killed at a random moment. */
function commandsOf(server: TestServer): Operator {
  return {
    async setDisabled(email, disabled) {
      await succeed(server, ['accounts', ...(disabled ? ['disable', '--yes'] : ['enable']), '--email', email]);
    },
    async remove(email) {
      const child = spawnProgram(['accounts', 'delete', '--yes', '--email', email], server.folder, server.environment);
      child.stdin.end();
      if (Math.random() < 1 / 3) setTimeout(() => child.kill('SIGKILL'), Math.random() * 600).unref();
      const status = await new Promise((resolve) => child.once('close', resolve));
      if (status !== 0) throw new Error(`the command ended with ${status}`);
    },
  };
}

async function givenActor(server: TestServer, receiver: Receiver, types: readonly EventType[]): Promise<Actor> {
  const client = await givenClient(server, { ...APPLICATION, id_token_signed_response_alg: 'ES256' });
  const path = `/${types.join('+')}`;
  const secret = await listen(server, client, receiver.urlOf(path));
  const refusals: unknown[] = [];
  receiver.behave(path, (response, message) => {
    // At once, as applications do: a message is too old after five minutes, and a hundred kills take longer.
    try {
      verified(message, secret);
    } catch (error) {
      refusals.push(error);
    }
    // Slow enough that kills happen while messages are under way.
    setTimeout(() => response.writeHead(204).end(), Math.random() * 60);
  });
  const counted: Counted = new Map(EVENT_TYPES.map((type) => [type, { begun: 0, done: 0 }]));
  const doing: Place['doing'] = async (type, act) => {
    const count = counted.get(type) ?? { begun: 0, done: 0 };
    count.begun += 1;
    const result = await act();
    count.done += 1;
    return result;
  };
  const place: Place = { server, client, operator: commandsOf(server), doing };
  const act = async () => {
    for (const type of types) {
      if (type !== 'account.deleted') await CAUSES[type](place);
      else {
        const [email = ''] = await doing('connection.created', () => connectMany(server, client.applicationId, 1));
        await CAUSES[type]({ ...place, client: { ...client, email } });
      }
    }
  };
  return { client, path, refusals, counted, act };
}

/** Who does what. Some acts are part of others; the test proves that each type was acknowledged. */
const ACTORS: readonly (readonly EventType[])[] = [
  ['connection.created', 'connection.ended'],
  ['consent.changed', 'account.updated', 'tokens.revoked'],
  ['session.ended'],
  ['account.enabled'],
  ['account.deleted'],
];

/** All act until they are stopped. A connection that ends or a command that is killed ends one act. */
function start(actors: readonly Actor[]): { stop(): Promise<void> } {
  let running = true;
  const works = actors.map(async ({ act }) => {
    while (running) {
      await act().catch(() => pause(20));
      if (running) await pause(PAUSE_MS);
    }
  });
  return {
    async stop() {
      running = false;
      await Promise.all(works);
    },
  };
}

const isAcknowledged = (actors: readonly Actor[], type: EventType): boolean =>
  actors.some(({ counted }) => (counted.get(type)?.done ?? 0) > 0);

type EventRow = { id: string; application_id: string; type: EventType };

/** @returns the first arrivals at the path, in order, by `sub` */
function firstArrivals({ received }: Receiver, path: string): Map<string, number[]> {
  const orders = new Map<string, number[]>();
  for (const { path: at, body } of received) {
    if (at !== path) continue;
    const order = orders.get(body.data.sub ?? '') ?? [];
    if (!order.includes(body.sequence)) orders.set(body.data.sub ?? '', [...order, body.sequence]);
  }
  return orders;
}

test(`L3, contract 60: ${KILLS} kills at random moments, ${PROCESSES} processes: what was acknowledged arrives in order, and nothing else`, {
  timeout: 120_000 + KILLS * 15_000,
}, async () => {
  const { server, receiver } = await givenServer();
  const beside = await Promise.all(Array.from({ length: PROCESSES - 1 }, () => startBeside(server)));
  cleanUps.push(() => Promise.all(beside.map((one) => one.stop())));
  const actors: Actor[] = [];
  for (const types of ACTORS) actors.push(await givenActor(server, receiver, types));

  for (let round = 0; round < KILLS; round += 1) {
    const running = start(actors);
    const untilAt = performance.now() + (round === 0 ? 60_000 : 0);
    await pause(100 + Math.random() * 700);
    while (performance.now() < untilAt && !EVENT_TYPES.every((type) => isAcknowledged(actors, type))) await pause(50);
    const victim = beside[(round % PROCESSES) - 1] ?? server;
    await Promise.all([victim.restart('SIGKILL'), running.stop()]);
    // As if the claims of the dead process had run out.
    await server.execute(`update event_deliveries set next_try_at = ${Date.now() - 1} where claimed = ${IS_TRUE}`);
  }

  const rows = async (table: string) => await server.rowsIn(table);
  const left = async () => (await rows('event_deliveries')).filter(({ ended_at }) => ended_at === null).length;
  await expect.poll(left, { timeout: 60_000, interval: 500 }).toBe(0);
  const events = (await rows('events')) as EventRow[];
  for (const { client, path, refusals, counted } of actors) {
    const own = events.filter(({ application_id }) => application_id === client.applicationId);
    const arrived = receiver.at(path);
    expect(new Set(arrived.map(({ headers }) => headers['webhook-id']))).toEqual(new Set(own.map(({ id }) => id)));
    expect(refusals).toEqual([]);
    for (const [type, { begun, done }] of counted) {
      const happened = own.filter((event) => event.type === type).length;
      expect(happened, `${type} of ${path}, acknowledged`).toBeGreaterThanOrEqual(done);
      expect(happened, `${type} of ${path}, begun`).toBeLessThanOrEqual(begun);
    }
    for (const order of firstArrivals(receiver, path).values()) {
      expect(order, path).toEqual(order.map((_, index) => index + 1));
    }
  }
  expect(EVENT_TYPES.filter((type) => !isAcknowledged(actors, type))).toEqual([]);
  const again = receiver.received.length - events.length;
  console.info(`${KILLS} kills, ${PROCESSES} processes, ${events.length} events, ${again} of them arrived again`);
});

test('contract 60: an act on many people answers at once, and its events leave in constant memory', {
  timeout: 120_000 + PEOPLE * 40,
}, async () => {
  const { server, receiver } = await givenServer();
  const client = await givenClient(server);
  await connectMany(server, client.applicationId, PEOPLE - 1);
  // SQLite held the loop of this process meanwhile: its connections have ended, which it learns in a turn of the loop.
  await pause(100);
  await listen(server, client, receiver.urlOf('/events'));
  const memory = (of: 'VmRSS' | 'VmHWM') => {
    const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
    return Number(new RegExp(`${of}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  };
  const subs = new Set<string>();
  const acts = new Set<string | undefined>();
  receiver.behave('/events', (response, { body }) => {
    subs.add(body.data.sub ?? '');
    acts.add(body.part_of);
    receiver.received.length = 0;
    response.writeHead(204).end();
  });
  const before = memory('VmRSS');
  const startedAt = performance.now();
  expect((await callApi(server, client, 'DELETE', '/connections')).status).toBe(204);
  const answeredMs = performance.now() - startedAt;
  await expect.poll(() => subs.size, { timeout: 60_000 + PEOPLE * 30, interval: 250 }).toBe(PEOPLE);
  const perSecond = Math.round(PEOPLE / ((performance.now() - startedAt) / 1000));
  const peak = memory('VmHWM');
  const figures = `answered in ${Math.round(answeredMs)} ms, ${perSecond} events a second`;
  console.info(`${PEOPLE} people: ${figures}, peak RSS ${Math.round(peak)} MiB, ${Math.round(before)} MiB before`);
  expect(acts.size).toBe(1);
  // With few it would also be quick if it wrote an event for each, on a machine that others leave alone.
  if (PEOPLE > FEW_PEOPLE) expect(answeredMs).toBeLessThan(1_000);
  expect(peak - before).toBeLessThan(100);
});
