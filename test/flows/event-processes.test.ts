// Events where a server is killed, and of an act on many people (contract 60): nothing is lost, the order of each person
// holds, and one act answers at once. LATCHKEY_TEST_EVENT_KILLS and LATCHKEY_TEST_EVENT_PEOPLE say how many
// (`npm run event-test`).
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { newId, newSub } from '../../src/core/secrets.ts';
import { APPLICATION } from '../helpers/client.ts';
import { type Receiver, startReceiver, verified } from '../helpers/event-receiver.ts';
import { createOwner, registerApplication, startServer, type TestServer } from '../helpers/server.ts';

const KILLS = Number(process.env.LATCHKEY_TEST_EVENT_KILLS ?? 10);
const PEOPLE = Number(process.env.LATCHKEY_TEST_EVENT_PEOPLE ?? 2_000);
/** Whose account changes before each kill. */
const CHANGED = 12;

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

type Given = {
  server: TestServer;
  receiver: Receiver;
  secret: string;
  call(method: string, path: string, body?: unknown): Promise<Response>;
};

/** An application with one endpoint, and so many people connected to it. */
async function given(people: number): Promise<Given> {
  const receiver = await startReceiver();
  cleanUps.push(() => receiver.stop());
  const server = await startServer({ LATCHKEY_INTERNAL_DELIVERIES: 'true' });
  cleanUps.push(() => server.stop());
  const owner = await createOwner(server);
  const { id } = await registerApplication(server, owner, APPLICATION);
  await connectMany(server, id, people);
  const call = (method: string, path: string, body?: unknown) =>
    fetch(`${server.apiUrl}/applications/${id}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${owner.apiToken}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const created = await call('POST', '/event-endpoints', { url: receiver.urlOf('/events') });
  return { server, receiver, secret: ((await created.json()) as { secret: string }).secret, call };
}

async function connectMany(server: TestServer, applicationId: string, people: number): Promise<void> {
  const now = Date.now();
  for (let from = 0; from < people; from += 500) {
    const ids = Array.from({ length: Math.min(500, people - from) }, () => newId());
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
}

test('L3: killed at random moments, no event is lost, and those of each person arrive in order', async () => {
  const { server, receiver, secret } = await given(CHANGED);
  // Slow enough that kills happen while messages are under way.
  receiver.behave('/events', (response) => setTimeout(() => response.writeHead(204).end(), Math.random() * 100));
  for (let round = 1; round <= KILLS; round += 1) {
    const at = round % 2 === 1 ? String(Date.now()) : 'null';
    await server.execute(`update accounts set disabled_at = ${at} where email like '%@p.example'`);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 300));
    await server.restart('SIGKILL');
    // As if the claims of the dead process had run out.
    await server.execute(`update event_deliveries set next_try_at = ${Date.now() - 1} where next_try_at is not null`);
  }
  const orders = () => {
    const bySub = new Map<string, number[]>();
    for (const message of receiver.received) {
      const { sequence, data } = message.body;
      const order = bySub.get(data.sub ?? '') ?? [];
      // A message may arrive again; what counts is the first time.
      if (!order.includes(sequence)) bySub.set(data.sub ?? '', [...order, sequence]);
    }
    return [...bySub.values()];
  };
  await expect.poll(() => orders().flat().length, { timeout: 60_000 }).toBe(CHANGED * KILLS);
  const inOrder = Array.from({ length: KILLS }, (_, index) => index + 1);
  expect(orders()).toEqual(Array.from({ length: CHANGED }, () => inOrder));
  for (const message of receiver.received) expect(() => verified(message, secret)).not.toThrow();
  const again = receiver.received.length - CHANGED * KILLS;
  console.log(`${KILLS} kills, ${CHANGED * KILLS} events, ${again} of them arrived again`);
}, 900_000);

test('contract 60: an act on many people answers within a second, and its events leave in constant memory', async () => {
  const { server, receiver, call } = await given(PEOPLE);
  const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024;
  const subs = new Set<string>();
  const acts = new Set<string | undefined>();
  receiver.behave('/events', (response, { body }) => {
    subs.add(body.data.sub ?? '');
    acts.add(body.part_of);
    receiver.received.length = 0;
    response.writeHead(204).end();
  });
  const before = memory();
  const startedAt = performance.now();
  expect((await call('DELETE', '/connections')).status).toBe(204);
  const answeredMs = performance.now() - startedAt;
  let most = 0;
  await expect
    .poll(
      () => {
        most = Math.max(most, memory());
        return subs.size;
      },
      { timeout: 60_000 + PEOPLE * 20, interval: 250 },
    )
    .toBe(PEOPLE);
  const perSecond = Math.round(PEOPLE / ((performance.now() - startedAt) / 1000));
  const figures = `answered in ${Math.round(answeredMs)} ms, ${perSecond} events a second`;
  console.log(`${PEOPLE} people: ${figures}, at most ${Math.round(most - before)} MiB more than before`);
  expect(acts.size).toBe(1);
  expect(answeredMs).toBeLessThan(1_000);
  expect(most - before).toBeLessThan(100);
}, 7_200_000);
