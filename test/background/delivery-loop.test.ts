// The loop that delivers messages of ended sessions, on a real database: fair between applications, bounded, one
// delivery for each message however many processes look, nothing lost when it stops or the store fails.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createDeliveryLoop, type DeliveryLoop } from '../../src/background/delivery-loop.ts';
import { type OpenPorts, openPorts } from '../../src/compose/ports.ts';
import type { SessionEndDelivery } from '../../src/core/sessions/deliver-session-end.ts';
import type { Delivered, FormDelivery } from '../../src/core/sessions/form-delivery.ts';
import { Unavailable } from '../../src/core/unavailable.ts';
import { loadSettings } from '../../src/settings/config.ts';
import { openFile } from '../helpers/open-file.ts';
import { someApplication, somePlatform } from '../store/contract/given.ts';

let opened: OpenPorts | undefined;
let loops: DeliveryLoop[] = [];

afterEach(async () => {
  await Promise.all(loops.map((loop) => loop.stop()));
  loops = [];
  await opened?.close();
  opened = undefined;
});

type Post = { uri: string; answer: (delivered: Delivered) => void };

/** A database with so many due messages of each API key; an application's address is its key. */
async function databaseWithMessages(messages: Readonly<Record<string, number>>) {
  const path = join(mkdtempSync(join(tmpdir(), 'latchkey-delivery-')), 'latchkey.db');
  const env = { LATCHKEY_DATABASE_URL: `sqlite:${path}`, LATCHKEY_SECRET: 'a-secret-of-more-than-thirty-two-bytes' };
  const clock = { now: () => 1_000_000 };
  opened = await openPorts(loadSettings({ env }), { clock });
  const { ports } = opened;
  const file = openFile(path);
  const insert = file.prepare('insert into session_clients values (?, ?, ?, ?, 0, 1, 0)');
  for (const [key, count] of Object.entries(messages)) {
    for (let index = 0; index < count; index += 1) insert.run(`session-${index}`, key, `sid-${index}`, 'sub');
  }
  const left = file.prepare('select count(*) from session_clients').pluck();
  const applications = {
    ...ports.applications,
    findByApiKey: async (apiKey: string) => {
      const platform = somePlatform({ apiKey });
      const backchannelLogoutUri = `https://${apiKey}.example/`;
      const application = someApplication('', {
        id: apiKey,
        platforms: [platform],
        idTokenAlg: 'ES256',
        backchannelLogoutUri,
      });
      return { application, platform };
    },
  };
  return { ports: { ...ports, applications }, countLeft: () => left.get() as number };
}

/** An application's side under the test's control: what is posted waits for its answer. */
function givenPosts() {
  const waiting: Post[] = [];
  const all: string[] = [];
  const formDelivery: FormDelivery = {
    post: (uri, _fields, signal) =>
      new Promise((resolve) => {
        all.push(uri);
        const post: Post = {
          uri,
          answer: (delivered) => {
            waiting.splice(waiting.indexOf(post), 1);
            resolve(delivered);
          },
        };
        waiting.push(post);
        signal?.addEventListener('abort', () => post.answer({ kind: 'failed', reason: 'cut off' }));
      }),
  };
  const waitingAt = (key: string) => waiting.filter(({ uri }) => uri === `https://${key}.example/`);
  return { formDelivery, all, waitingAt };
}
const ok: Delivered = { kind: 'answered', status: 200 };
const settle = () => new Promise((resolve) => setTimeout(resolve, 50));

type Database = Awaited<ReturnType<typeof databaseWithMessages>>;
function startLoop(
  { ports }: Database,
  formDelivery: FormDelivery,
  more: { onFailure?: (error: unknown) => void } = {},
) {
  const deliveries: SessionEndDelivery[] = [];
  const loop = createDeliveryLoop(
    { ...ports, formDelivery },
    { pollMs: 10, onDelivery: (delivery) => deliveries.push(delivery), ...more },
  );
  loops.push(loop);
  loop.start();
  return { loop, deliveries };
}

describe('contract 7: delivery from the outbox', () => {
  it('one slow application has few under way, and the others are told meanwhile', async () => {
    const database = await databaseWithMessages({ slow: 60, quick: 5 });
    const { formDelivery, all, waitingAt } = givenPosts();
    startLoop(database, formDelivery);
    await expect.poll(() => all.filter((uri) => uri.includes('quick')).length).toBeGreaterThan(0);
    for (let told = 0; told < 5; told += 1) {
      await expect.poll(() => waitingAt('quick').length).toBeGreaterThan(0);
      waitingAt('quick')[0]?.answer(ok);
    }
    // Four, and at most three more that were claimed in the same step.
    await expect.poll(() => waitingAt('slow').length).toBeGreaterThanOrEqual(4);
    await settle();
    expect(waitingAt('slow').length).toBeLessThanOrEqual(7);
    expect(database.countLeft()).toBe(60);
  });

  it('however many applications are slow, no more than 32 are under way', async () => {
    const keys = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`slow-${index}`, 4]));
    const database = await databaseWithMessages(keys);
    const { formDelivery, all } = givenPosts();
    startLoop(database, formDelivery);
    await expect.poll(() => all.length).toBeGreaterThanOrEqual(29);
    await settle();
    expect(all.length).toBeLessThanOrEqual(32);
  });

  it('two processes deliver each message once', async () => {
    const database = await databaseWithMessages({ one: 30, two: 30 });
    const all: string[] = [];
    const formDelivery: FormDelivery = {
      post: async (_uri, { logout_token = '' }) => {
        const [, claims = ''] = logout_token.split('.');
        const { aud, sid } = JSON.parse(Buffer.from(claims, 'base64url').toString());
        all.push(`${aud} ${sid}`);
        return ok;
      },
    };
    startLoop(database, formDelivery);
    startLoop(database, formDelivery);
    await expect.poll(database.countLeft).toBe(0);
    expect(all).toHaveLength(60);
    expect(new Set(all).size).toBe(60);
  });

  it('stopping cuts off what is under way and puts it back: due at once, for whoever goes on', async () => {
    const database = await databaseWithMessages({ hanging: 1 });
    const first = givenPosts();
    const { loop, deliveries } = startLoop(database, first.formDelivery);
    await expect.poll(() => first.all.length).toBe(1);
    await loop.stop();
    expect(deliveries).toMatchObject([{ result: 'put-back', reason: 'cut off' }]);
    loop.wake();
    await settle();
    expect(first.all).toHaveLength(1);
    const second = givenPosts();
    startLoop(database, second.formDelivery);
    await expect.poll(() => second.all.length).toBe(1);
  });

  it('a store that cannot answer is told, and looked at again', async () => {
    const database = await databaseWithMessages({ one: 1 });
    const { sessionClients } = database.ports;
    const failures: unknown[] = [];
    let tries = 0;
    const claim: typeof sessionClients.claim = (input) => {
      tries += 1;
      return tries === 1 ? Promise.reject(new Unavailable('busy')) : sessionClients.claim(input);
    };
    const ports = { ...database.ports, sessionClients: { ...sessionClients, claim } };
    const formDelivery: FormDelivery = { post: async () => ok };
    startLoop({ ...database, ports }, formDelivery, { onFailure: (error) => failures.push(error) });
    await expect.poll(database.countLeft).toBe(0);
    expect(failures).toHaveLength(1);
  });
});
