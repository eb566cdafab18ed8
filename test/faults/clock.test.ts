// The machine's clock jumps (case M13), by libfaketime: an hour ahead, an hour back, ten years ahead and back. A server
// on SQLite follows its machine: what ran out stays so, spent things stay spent, and nobody is signed out for good by a
// clock that was wrong for a while. On PostgreSQL the time is the database's, and the machine's does not matter.

import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, givenClient, type Tokens } from '../helpers/client.ts';
import { startServer } from '../helpers/program.ts';
import type { TestServer } from '../helpers/server.ts';
import { STORE } from '../helpers/store.ts';
import { healthOf, WELL } from './health.ts';
import { inShort } from './how-long.ts';

const HOUR = 3600;
const TEN_YEARS = 10 * 365 * 86_400;
const CODE_SECONDS = 20;
/** In the long form, the time in which what is expired is removed. */
const REMOVAL_MS = inShort(500, { long: 26_000 });

let server: TestServer;
let client: Client;
let file: string;

beforeAll(async () => {
  file = join(tmpdir(), `latchkey-clock-${process.pid}-${STORE}`);
  jump(0);
  server = await startServer({
    LD_PRELOAD: faketimeLibrary(),
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    // Timers run on: it is the clock on the wall that jumps.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    LATCHKEY_CODE_TTL_SECONDS: String(CODE_SECONDS),
    LATCHKEY_LOG_LEVEL: 'warn',
  });
  client = await givenClient(server);
});
afterAll(async () => {
  await server?.stop();
  rmSync(file);
});

function faketimeLibrary(): string {
  const folders = readdirSync('/usr/lib').map((folder) => `/usr/lib/${folder}/faketime/libfaketimeMT.so.1`);
  const found = folders.find((path) => existsSync(path));
  if (!found) throw new Error('libfaketime is missing (Debian: apt-get install faketime)');
  return found;
}

/** Sets the server's clock so many seconds off the machine's. */
function jump(seconds: number): void {
  writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}\n`);
}

const jumps = [
  ['an hour ahead', HOUR],
  ['an hour back', -HOUR],
  ['ten years ahead', TEN_YEARS],
] as const;

/** Of fresh tokens everything must be right, whatever the time is. */
async function expectFreshTokensWork(): Promise<Tokens> {
  const fresh = await client.tokens({ scope: 'openid' });
  expect(fresh.expires_in).toBeGreaterThan(0);
  expect(fresh.expires_in).toBeLessThanOrEqual(3600);
  expect(fresh.refresh_token_expires_in).toBeGreaterThan(0);
  expect((await client.userInfo(fresh.access_token)).status).toBe(200);
  const { status, body } = await client.token(client.refreshForm(fresh.refresh_token));
  expect(status).toBe(200);
  expect(body.expires_in).toBeGreaterThan(0);
  expect(body.refresh_token_expires_in).toBeGreaterThan(0);
  return body;
}

describe.each(jumps)('M13: the clock jumps %s, and back', (_what, seconds) => {
  test('fresh tokens work, no time is negative, spent things stay spent, and in the end everybody is signed in', async () => {
    const [kept, rotated] = [await client.tokens(), await client.tokens()];
    const code = await client.code();
    const { body: successor } = await client.token(client.refreshForm(rotated.refresh_token));
    await client.token(client.codeForm(code));

    jump(seconds);
    await expectFreshTokensWork();
    const access = (await client.userInfo(kept.access_token)).status;
    // An hour is the life of an access token: ahead of it, on SQLite, it has run out.
    expect(access).toBe(STORE === 'sqlite' && seconds > 0 ? 401 : 200);
    expect((await client.token(client.codeForm(code))).body.error).toBe('invalid_grant');
    expect(await healthOf(server)).toEqual(WELL);
    // Long enough for what is done beside the requests to see that time.
    await sleep(REMOVAL_MS);

    jump(0);
    await expectFreshTokensWork();
    expect((await client.userInfo(kept.access_token)).status).toBe(200);
    expect((await client.token(client.refreshForm(kept.refresh_token))).status).toBe(200);
    expect((await client.token(client.refreshForm(successor.refresh_token))).status).toBe(200);
    expect((await client.token(client.codeForm(code))).body.error).toBe('invalid_grant');
    expect(server.logs()).not.toMatch(/"level":(50|60)/);
  });
});
