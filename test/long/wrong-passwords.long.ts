// Where accounts were imported, wrong passwords for known and unknown addresses take the same times (contract 30), though
// their hashes take from ten to a hundred milliseconds. 400 addresses each, in random order, each once. They can be told apart
// if a rank-sum test finds a difference with p below 0.001 or a quantile differs by more than a fifth; one repeat is allowed.
import { pbkdf2Sync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { startServer } from '../helpers/program.ts';
import type { TestServer } from '../helpers/server.ts';
import { rankSum } from './rank-sum.ts';

const EACH = Number(process.env.LATCHKEY_TEST_REQUESTS ?? 400);
const BCRYPT = '$2b$10$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i';
const SALT = Buffer.alloc(16, 1);
const PBKDF2 = `$pbkdf2-sha256$i=27500$${SALT.toString('base64')}$${pbkdf2Sync('a', SALT, 27_500, 32, 'sha256').toString('base64')}`;
/** As many parts as the proportion; `undefined`: a hash of our own. */
const KINDS = [BCRYPT, BCRYPT, PBKDF2, PBKDF2, PBKDF2, undefined, undefined, undefined, undefined, undefined];

let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    LATCHKEY_PASSWORD_TRIES_PER_NETWORK: '100000',
    LATCHKEY_LOG_LEVEL: 'warn',
  });
  await server.command(
    ['accounts', 'create', '--email', 'first@example.com', '--password-stdin'],
    'correct horse battery',
  );
  const file = join(server.folder, 'known.jsonl');
  const own = join(server.folder, 'own.jsonl');
  await server.command(['accounts', 'export', '--reason', 'a copy', '--with-credentials', '--output', own]);
  const { password } = JSON.parse(readFileSync(own, 'utf8')) as { password: string };
  const lines = Array.from({ length: 2 * EACH }, (_, at) => ({
    email: known(at),
    password: KINDS[at % KINDS.length] ?? password,
  }));
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
  const { status, stderr } = await server.command(['accounts', 'import', file]);
  if (status !== 0) throw new Error(stderr);
});
afterAll(() => server?.stop());

const known = (at: number) => `known-${at}@example.com`;
const unknown = (at: number) => `other-${at}@example.com`;

async function timeOf(browser: Browser, email: string): Promise<number> {
  const form = (await browser.open(`${server.authUrl}/login`)).form({ action: '/login' });
  const started = performance.now();
  const page = await browser.submit(form, { email, password: 'wrong password' });
  const took = performance.now() - started;
  expect(page.url.pathname).toBe('/login');
  return took;
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
/** In the middle of the times of each kind. */
const SHARES = [0.15, 0.55, 0.9];

test(`contract 30: wrong passwords tell nobody who has an account, ${EACH} each`, async () => {
  const tried: string[] = [];
  for (const from of [0, EACH]) {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    const order = Array.from({ length: EACH }, (_, index) => from + index)
      .flatMap((at) => [
        { which: 'known', email: known(at) } as const,
        { which: 'unknown', email: unknown(at) } as const,
      ])
      .map((request) => ({ ...request, place: Math.random() }))
      .sort((one, other) => one.place - other.place);
    for (const { which, email } of order) times[which].push(await timeOf(new Browser(), email));
    const p = rankSum(times.known, times.unknown);
    const quantiles = SHARES.map((share) => [quantile(times.known, share), quantile(times.unknown, share)] as const);
    tried.push(
      `${quantiles.map((pair) => pair.map((ms) => ms.toFixed(1)).join(' and ')).join(', ')} ms, p ${p.toFixed(4)}`,
    );
    console.log(`wrong passwords, known and unknown: ${tried.at(-1)}`);
    const isAlike = quantiles.every(([one, other]) => Math.abs(one - other) < Math.max(one, other) / 5);
    if (isAlike && p > 0.001) return;
  }
  throw new Error(`They can be told apart. ${tried.join('; ')}`);
});
