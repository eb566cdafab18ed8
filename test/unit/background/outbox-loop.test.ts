// The loop that delivers messages of the outbox, with back-channel logout on a real database, and with a second kind
// beside it: fair between recipients and between kinds, bounded, one delivery for each message however many processes
// look, nothing lost when it stops or the store fails.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createOutboxLoop, type OutboxLoop } from '../../../src/background/outbox-loop.ts';
import { systemTimers } from '../../../src/background/system-timers.ts';
import { type OpenPorts, openPorts } from '../../../src/compose/ports.ts';
import { sessionEndMessages } from '../../../src/core/grants/sign-out/session-end-messages.ts';
import type { Delivery, MessageKind } from '../../../src/core/ground/outbox/message-kind.ts';
import { Unavailable } from '../../../src/core/ground/unavailable.ts';
import type { Delivered, FormDelivery } from '../../../src/core/sign-in/sessions/form-delivery.ts';
import { loadSettings } from '../../../src/settings/config.ts';
import { someApplication, somePlatform } from '../../contract/stores/given.ts';
import { openFile } from '../../helpers/open-file.ts';
import { givenLetters } from './letters.ts';

let opened: OpenPorts | undefined;
let loops: OutboxLoop[] = [];

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
  const time = { now: 1_000_000 };
  const clock = { now: () => time.now };
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
  return { ports: { ...ports, applications }, time, countLeft: () => left.get() as number };
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
        signal?.addEventListener('abort', () => post.answer({ kind: 'failed', reason: 'stopped' }));
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
  more: { onFailure?: (error: unknown) => void; beside?: MessageKind; pollMs?: number } = {},
) {
  const { beside, pollMs = 10, ...listeners } = more;
  const deliveries: Delivery[] = [];
  const sessionEnds: MessageKind = {
    ...sessionEndMessages({ ...ports, formDelivery }),
    onDelivery: (delivery) => deliveries.push(delivery),
    ...listeners,
  };
  const loop = createOutboxLoop(ports.clock, beside ? [beside, sessionEnds] : [sessionEnds], {
    timers: systemTimers,
    pollMs,
  });
  loops.push(loop);
  loop.start();
  return { loop, deliveries, sessionEnds };
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
    expect(deliveries).toMatchObject([{ result: 'put-back', reason: 'stopped' }]);
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

describe('decision 41: several kinds of messages in one loop', () => {
  const answering: FormDelivery = { post: async () => ok };
  const towns = (count: number) => Array.from({ length: count }, (_, index) => `town-${index}`);

  it('a kind whose recipients never answer leaves places for another', async () => {
    const database = await databaseWithMessages({ one: 30, two: 30 });
    const letters = givenLetters();
    for (const town of towns(40)) letters.write({ town });
    let most = 0;
    const post: FormDelivery['post'] = async () => {
      await settle();
      most = Math.max(most, letters.underWay.size);
      return ok;
    };
    const { deliveries } = startLoop(database, { post }, { beside: letters.kind });
    await expect.poll(() => letters.underWay.size).toBe(24);
    await expect.poll(database.countLeft).toBe(0);
    expect(most).toBe(24);
    expect(deliveries.map(({ result }) => result)).toEqual(Array(60).fill('delivered'));
  });

  it('however slow both kinds are, no more than 32 are under way, and each has a share', async () => {
    const keys = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`slow-${index}`, 4]));
    const database = await databaseWithMessages(keys);
    const letters = givenLetters();
    for (const town of towns(40)) letters.write({ town });
    const { formDelivery, all } = givenPosts();
    startLoop(database, formDelivery, { beside: letters.kind });
    await expect.poll(() => all.length + letters.underWay.size).toBeGreaterThanOrEqual(29);
    await settle();
    expect(all.length + letters.underWay.size).toBeLessThanOrEqual(32);
    expect(all.length).toBeGreaterThanOrEqual(8);
    expect(letters.underWay.size).toBeGreaterThanOrEqual(8);
  });

  it('decision 50: a kind with places of its own takes none of those that others share', async () => {
    const keys = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`slow-${index}`, 4]));
    const database = await databaseWithMessages(keys);
    const letters = givenLetters();
    for (const town of towns(60)) letters.write({ town });
    const { formDelivery, all } = givenPosts();
    startLoop(database, formDelivery, { beside: { ...letters.kind, places: 40 } });
    await expect.poll(() => letters.underWay.size).toBe(40);
    await expect.poll(() => all.length).toBeGreaterThanOrEqual(29);
    await settle();
    expect(letters.underWay.size).toBe(40);
    expect(all.length).toBeLessThanOrEqual(32);
  });

  it('a kind that found no place goes on as soon as another kind needs fewer', async () => {
    const keys = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`slow-${index}`, 3]));
    const database = await databaseWithMessages(keys);
    const letters = givenLetters();
    const { formDelivery, all, waitingAt } = givenPosts();
    const { loop } = startLoop(database, formDelivery, { beside: letters.kind, pollMs: 60_000 });
    await expect.poll(() => all.length).toBe(24);
    for (const town of towns(40)) letters.write({ town });
    loop.wake(letters.kind);
    await expect.poll(() => letters.underWay.size).toBe(8);
    await expect
      .poll(() => {
        for (const key of Object.keys(keys)) waitingAt(key)[0]?.answer(ok);
        return database.countLeft();
      })
      .toBe(0);
    await expect.poll(() => letters.underWay.size).toBe(24);
  });

  it('each kind has its own bound for a key, and a key of one kind is none of another', async () => {
    const database = await databaseWithMessages({ slow: 20 });
    const letters = givenLetters();
    for (let count = 0; count < 10; count += 1) letters.write({ town: 'slow' });
    for (const town of towns(5)) letters.write({ town });
    letters.answers = ({ town }) => (town === 'slow' ? undefined : 'delivered');
    startLoop(database, answering, { beside: letters.kind });
    await expect.poll(database.countLeft).toBe(0);
    await expect.poll(letters.countLeft).toBe(10);
    await settle();
    // Two, and at most one more that was claimed in the same step.
    expect(letters.underWay.size).toBeGreaterThanOrEqual(2);
    expect(letters.underWay.size).toBeLessThanOrEqual(3);
  });

  it('each kind is tried again after its own pauses, and given up after its own last one', async () => {
    const database = await databaseWithMessages({ one: 1 });
    const letters = givenLetters();
    letters.write({ town: 'closed' });
    letters.answers = () => 'deferred';
    const results: string[] = [];
    const kind: MessageKind = { ...letters.kind, onDelivery: ({ result }) => results.push(result) };
    const post: FormDelivery['post'] = async () => ({ kind: 'answered', status: 503 });
    const { deliveries } = startLoop(database, { post }, { beside: kind });
    await expect.poll(() => [results.length, deliveries.length]).toEqual([1, 1]);
    database.time.now += 999;
    await settle();
    expect(results).toHaveLength(1);
    database.time.now += 1;
    await expect.poll(() => results).toEqual(['put-back', 'put-back']);
    database.time.now += 2_000;
    await expect.poll(() => results).toEqual(['put-back', 'put-back', 'gave-up']);
    expect(letters.countLeft()).toBe(0);
    expect(deliveries).toHaveLength(1);
    database.time.now += 2_000;
    await expect.poll(() => deliveries.length).toBe(2);
  });

  it('stopping cuts off every kind, and another process goes on at once', async () => {
    const database = await databaseWithMessages({ hanging: 1 });
    const letters = givenLetters();
    letters.write({ town: 'far' });
    const { formDelivery, all } = givenPosts();
    const { loop, deliveries } = startLoop(database, formDelivery, { beside: letters.kind });
    await expect.poll(() => [all.length, letters.underWay.size]).toEqual([1, 1]);
    await loop.stop();
    expect(letters.underWay.size).toBe(0);
    expect(deliveries).toMatchObject([{ result: 'put-back', reason: 'stopped' }]);
    letters.answers = () => 'delivered';
    startLoop(database, answering, { beside: letters.kind });
    await expect.poll(() => [database.countLeft(), letters.countLeft()]).toEqual([0, 0]);
  });

  const fail = () => Promise.reject(new Unavailable('busy'));
  it.each<[string, Partial<MessageKind>]>([
    ['claims fail', { store: { ...givenLetters().kind.store, claim: fail } }],
    ['deliveries throw', { deliver: fail }],
    ['preparation fails', { prepare: fail }],
  ])('a kind whose %s is told so, and another goes on', async (_, broken) => {
    const database = await databaseWithMessages({ one: 10 });
    const letters = givenLetters();
    letters.write({ town: 'near' });
    const failures: unknown[] = [];
    const others: unknown[] = [];
    const beside = { ...letters.kind, ...broken, onFailure: (error: unknown) => failures.push(error) };
    startLoop(database, answering, { beside, onFailure: (error) => others.push(error) });
    await expect.poll(database.countLeft).toBe(0);
    await expect.poll(() => failures.length).toBeGreaterThan(0);
    expect(failures[0]).toBeInstanceOf(Unavailable);
    expect(others).toEqual([]);
  });

  it('a kind whose store does not respond holds up no other', async () => {
    const database = await databaseWithMessages({ one: 10 });
    const letters = givenLetters();
    let respond = (_messages: []): void => undefined;
    const response = new Promise<[]>((resolve) => {
      respond = resolve;
    });
    const beside = { ...letters.kind, store: { ...letters.kind.store, claim: () => response } };
    startLoop(database, answering, { beside });
    await expect.poll(database.countLeft).toBe(0);
    respond([]);
  });

  it('two processes deliver each message of every kind once, and the letters to one person in order', async () => {
    const database = await databaseWithMessages({ one: 20, two: 20 });
    const letters = givenLetters();
    const people = ['ann', 'ben', 'cem', 'dan'];
    for (let turn = 0; turn < 5; turn += 1) {
      for (const person of people) letters.write({ town: `of-${person}`, person });
    }
    letters.answers = ({ id, tries }) => (id === 0 && tries === 0 ? 'deferred' : 'delivered');
    const posted: string[] = [];
    const post: FormDelivery['post'] = async (_uri, { logout_token = '' }) => {
      const [, claims = ''] = logout_token.split('.');
      const { aud, sid } = JSON.parse(Buffer.from(claims, 'base64url').toString());
      posted.push(`${aud} ${sid}`);
      return ok;
    };
    startLoop(database, { post }, { beside: letters.kind });
    startLoop(database, { post }, { beside: letters.kind });
    await expect.poll(() => [database.countLeft(), letters.countLeft()]).toEqual([0, 5]);
    expect(new Set(posted).size).toBe(40);
    expect(posted).toHaveLength(40);
    // Ann's first letter was put back, and the others wait for it.
    expect(letters.sent.filter(({ person }) => person === 'ann')).toHaveLength(1);
    database.time.now += 1_000;
    await expect.poll(letters.countLeft).toBe(0);
    expect(letters.sent).toHaveLength(21);
    for (const [index, person] of people.entries()) {
      const ids = letters.sent.filter((letter) => letter.person === person).map(({ id }) => id);
      const inOrder = [0, 4, 8, 12, 16].map((id) => id + index);
      expect(ids).toEqual(index === 0 ? [0, ...inOrder] : inOrder);
    }
  });

  it('a wake looks for one kind or for all', async () => {
    const database = await databaseWithMessages({});
    const letters = givenLetters();
    letters.answers = () => 'delivered';
    let looks = 0;
    const { claim } = letters.kind.store;
    letters.kind.store.claim = (query) => {
      looks += 1;
      return claim(query);
    };
    const { loop, sessionEnds } = startLoop(database, answering, { beside: letters.kind, pollMs: 60_000 });
    await expect.poll(() => looks).toBe(1);
    letters.write({ town: 'near' });
    loop.wake(sessionEnds);
    await settle();
    expect(letters.countLeft()).toBe(1);
    loop.wake(letters.kind);
    await expect.poll(letters.countLeft).toBe(0);
    letters.write({ town: 'near' });
    loop.wake();
    await expect.poll(letters.countLeft).toBe(0);
  });
});
