// Out of file descriptors (case M18): as with `ulimit -n 64`, and more clients than that. The process lives, serves
// whom it has, and takes new clients as soon as there is room.

import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Barrier } from '../helpers/barrier.ts';
import { type Client, givenClient } from '../helpers/client.ts';
import { startServer } from '../helpers/program.ts';
import { limitProcess } from '../helpers/required-program.ts';
import type { TestServer } from '../helpers/server.ts';
import { isAlive, until } from '../helpers/workers.ts';
import { healed, healthOf, WELL } from './health.ts';
import { inShort } from './how-long.ts';
import { openFiles } from './process-figures.ts';

const LIMIT = 64;
const CLIENTS = 150;
const TIMES = inShort(2, { long: 20 });

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await startServer({ LATCHKEY_REQUESTS_PER_SECOND: '100000', LATCHKEY_LOG_LEVEL: 'warn' });
  client = await givenClient(server);
});
afterAll(() => server?.stop());

test(`M18: ${TIMES} times ${CLIENTS} clients at a process of ${LIMIT} files: it lives, serves whom it has, and heals`, async () => {
  for (let time = 0; time < TIMES; time += 1) {
    const tokens = await client.tokens();
    const code = await client.code();
    const held = await Barrier.open([server.authUrl], 2);
    limitProcess(server.pid, { nofile: LIMIT });
    const sockets = Array.from({ length: CLIENTS }, open);
    await until(() => openFiles(server.pid) >= LIMIT - 5);

    const answers = await held.post('/oauth/token', [client.refreshForm(tokens.refresh_token), client.codeForm(code)]);
    // With the database's connections gone too there may be no way to answer but this.
    for (const { status, body } of answers) expect([200, 503], body).toContain(status);
    expect(isAlive(server.pid)).toBe(true);

    held.close();
    for (const socket of sockets) socket.destroy();
    await healed(server);
    limitProcess(server.pid, { nofile: 1024 });
    expect(await healthOf(server)).toEqual(WELL);
    // Nothing was lost by being refused or unheard.
    const [refreshed, redeemed] = answers;
    const again = await client.token(client.refreshForm(tokens.refresh_token));
    expect([refreshed?.status, again.status]).toEqual([refreshed?.status, 200]);
    const replayed = await client.token(client.codeForm(code));
    if (redeemed?.status === 200) expect(replayed.body.error).toBe('invalid_grant');
  }
  expect(server.logs()).not.toMatch(/"level":60/);
});

function open(): Socket {
  const socket = connect(Number(new URL(server.authUrl).port), '127.0.0.1');
  socket.on('error', () => {});
  return socket;
}
