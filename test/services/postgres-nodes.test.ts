// The topology of compose.yaml as processes: three servers on one PostgreSQL, none of them special, behind the proxy's
// own file. Nothing needs sticky sessions, and the client's true address is what limits count.
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { CALLBACK, type Client, givenClient } from '../helpers/client.ts';
import { freshDatabase } from '../helpers/fresh-database.ts';
import { type Nodes, startNodes } from '../helpers/nodes.ts';
import type { TestDatabase } from '../helpers/test-databases.ts';

const COUNT = 3;
const TRIES = 3;

describe('three nodes behind the proxy of deploy/Caddyfile', () => {
  let database: TestDatabase;
  let nodes: Nodes;
  let client: Client;
  beforeAll(async () => {
    database = await freshDatabase();
    nodes = await startNodes({
      count: COUNT,
      databaseUrl: database.url,
      settings: { LATCHKEY_PASSWORD_TRIES_PER_NETWORK: String(TRIES) },
    });
    client = await givenClient(nodes);
  });
  afterAll(async () => {
    await nodes?.stop();
    await database?.drop();
  });

  it('decision 7: a whole sign-in crosses nodes: pages, code, tokens, refresh and user information', async () => {
    const served = new Set<number>();
    for (let round = 0; round < 10; round += 1) {
      const before = lengths();
      await signInAnew(client);
      lengths().forEach((length, node) => {
        if (length > (before[node] ?? 0)) served.add(node);
      });
    }
    expect([...served].sort()).toEqual([0, 1, 2]);
  });

  it('K16: wrong passwords count for the client’s own network, whatever it says of itself and whichever node it meets', async () => {
    const guesses = Array.from({ length: TRIES }, (_, i) => `nobody-${i}@example.com`);
    for (const email of guesses) expect(await guess('127.0.5.1', email)).toBe(401);
    expect(await guess('127.0.5.2', 'nobody@example.com')).toBe(429);
    expect(await guess('127.0.5.1', 'nobody@example.com', '203.0.113.9')).toBe(429);
    expect(await guess('127.0.6.1', 'nobody@example.com')).toBe(401);
  });

  it('decision 7: once the proxy has seen that a node was killed, the others serve as if nothing were', async () => {
    await nodes.end(1, 'SIGKILL');
    await expect.poll(() => signInAnew(client).then(() => 'done', String), { timeout: 60_000 }).toBe('done');
    await expect.poll(() => nodes.proxyLogs(), { timeout: 60_000 }).toContain('127.0.1.2');
    for (let round = 0; round < 5; round += 1) await signInAnew(client);
    await nodes.begin(1);
  });

  const lengths = () => Array.from({ length: COUNT }, (_, node) => nodes.logs(node).length);

  /** In a browser that has never been here. */
  async function signInAnew({ authorizeUrl, email, password, codeForm, refreshForm, token, userInfo }: Client) {
    const browser = new Browser();
    const page = await browser.open(authorizeUrl());
    const done = await browser.submit(page.form({ action: '/login' }), { email, password }, { stopAt: CALLBACK });
    const tokens = await token(codeForm(done.url.searchParams.get('code') ?? ''));
    expect(tokens.status).toBe(200);
    const refreshed = await token(refreshForm(tokens.body.refresh_token));
    expect(refreshed.status).toBe(200);
    expect(await userInfo(refreshed.body.access_token)).toMatchObject({ status: 200, body: { email } });
  }

  /** A wrong password, sent from that address of this machine. */
  async function guess(localAddress: string, email: string, forwardedFor?: string): Promise<number> {
    const browser = new Browser();
    const form = (await browser.open(`${nodes.authUrl}/login`)).form({ action: '/login' });
    const body = new URLSearchParams({
      ...Object.fromEntries(form.values),
      email,
      password: 'not the password',
    });
    const cookie = [...browser.cookies(form.action)].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = {
      cookie,
      origin: form.page.origin,
      'content-type': 'application/x-www-form-urlencoded',
      ...(forwardedFor && { 'x-forwarded-for': forwardedFor }),
    };
    return new Promise((resolve, reject) => {
      const sent = request(
        form.action,
        { method: 'POST', localAddress, family: 4, headers, agent: false },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode ?? 0);
        },
      );
      sent.on('error', reject);
      sent.end(body.toString());
    });
  }
});
