// Taking one name at once (contract 2, "Username"): 50 accounts on several processes, through the pages. One gets it
// each time, and nobody gets what is, or was, somebody's: also while that account is deleted, or takes its own name
// back.
//
// LATCHKEY_TEST_ROUNDS says how often each race is run (`npm run username-test`: 20).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import type { Form } from '../helpers/html-page.ts';
import { startServer } from '../helpers/program.ts';
import { type SecondProcess, startSecondProcess } from '../helpers/second-process.ts';
import { succeed, type TestServer } from '../helpers/server.ts';
import { PASSWORD, post } from '../stories/account-pages.ts';

const ROUNDS = Number(process.env.LATCHKEY_TEST_ROUNDS ?? 1);
const ACCOUNTS = 50;
const FIELD = 'preferred_username';
const PATH = '/account/username';
/** Changes of one account in a year are three; the races are about names, so that limit is put back between them. */
const FORGET_CHANGES = "update accounts set username_changes = '[]'";
const FORGET_TRIES = 'delete from sign_in_attempts';

/** `id`: looked up for all at once. */
type Racer = { email: string; id: string; browser: Browser; form: Form };

let server: TestServer;
let others: SecondProcess[] = [];
let origins: readonly string[] = [];
let racers: Racer[] = [];

beforeAll(async () => {
  server = await startServer({
    LATCHKEY_REQUESTS_PER_SECOND: '100000',
    LATCHKEY_SIGN_UPS_PER_ADDRESS: '100000',
    LATCHKEY_SIGN_UPS_PER_NETWORK: '100000',
    LATCHKEY_LOG_LEVEL: 'info',
  });
  others = [await startSecondProcess(server), await startSecondProcess(server)];
  origins = [server, ...others].map(({ authUrl }) => authUrl);
  for (let at = 0; at < ACCOUNTS; at += 1) racers.push(await givenRacer(at));
  const ids = new Map((await server.rowsIn('accounts')).map(({ email, id }) => [email, String(id)]));
  for (const racer of racers) racer.id = ids.get(racer.email) ?? '';
}, 300_000);
afterAll(async () => {
  racers = [];
  await Promise.all(others.map((other) => other.stop()));
  await server?.stop();
});

let made = 0;

/** Signed up on the first process; its cookies are good on all, and each racer stays with one. */
async function givenRacer(at: number): Promise<Racer> {
  made += 1;
  const email = `racer-${made}@example.com`;
  const first = new Browser();
  const page = await first.open(`${server.authUrl}/sign-up`);
  await first.submit(page.form({ action: '/sign-up' }), { email, password: PASSWORD, nickname: 'R' });
  const origin = origins[at % origins.length] as string;
  const browser = new Browser();
  for (const [name, value] of first.cookies(server.authUrl)) browser.setCookie(origin, name, value);
  const shown = (await browser.open(`${origin}/account`)).form({ action: PATH });
  // Behind a proxy they would all be one address: the forms are sent from that of the server.
  const form = { ...shown, page: new URL(server.authUrl) };
  return { email, id: '', browser, form };
}

/** `taken`, `refused`, or what went wrong; a busy server has done nothing, and is asked again. */
async function take({ browser, form }: Racer, name: string): Promise<string> {
  for (;;) {
    const page = await post(browser, form, { [FIELD]: name });
    if (page.status === 503) continue;
    const { search } = new URL(page.headers.get('location') ?? '/', server.authUrl);
    if (page.status === 303) return search.startsWith('?notice=username-') ? 'taken' : `303 ${search}`;
    return page.status === 400 && page.text.includes('is not available') ? 'refused' : `${page.status} ${page.text}`;
  }
}

const holdersOf = async (name: string): Promise<string[]> =>
  (await server.rowsIn('accounts')).filter(({ username }) => username === name).map(({ id }) => String(id));

const count = (results: readonly string[], wanted: string) => results.filter((one) => one === wanted).length;

const { timeout } = { timeout: 60_000 + ROUNDS * 30_000 };

describe('three processes', () => {
  const fresh = async () => {
    await server.execute(FORGET_CHANGES);
    await server.execute(FORGET_TRIES);
  };

  test('50 accounts take one name: one gets it each time', { timeout }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await fresh();
      const name = `prize.${round}`.replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] as string);
      const results = await Promise.all(racers.map((racer) => take(racer, name)));
      expect([count(results, 'taken'), count(results, 'refused')], results.join()).toEqual([1, ACCOUNTS - 1]);
      const winner = racers[results.indexOf('taken')] as Racer;
      expect(await holdersOf(name)).toEqual([winner.id]);
    }
  });

  test('while the account that has it is deleted, nobody gets it', { timeout }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await fresh();
      const name = `leaver.${'abcdefghijklmnopqrstuvwxyz'[round % 26]}${Math.floor(round / 26)}`;
      const leaver = await givenRacer(round);
      expect(await take(leaver, name)).toBe('taken');
      const deleted = succeed(server, ['accounts', 'delete', '--yes', '--email', leaver.email]);
      const results: string[] = [];
      let going = true;
      const loops = racers.slice(0, 9).map(async (racer) => {
        while (going) results.push(await take(racer, name));
      });
      expect(await deleted).toMatchObject({ deleted: true });
      going = false;
      await Promise.all(loops);
      // Whoever tries so fast is told to wait, in the end.
      const limited = results.filter((one) => one.startsWith('429')).length;
      expect(count(results, 'refused') + limited, results.join()).toBe(results.length);
      expect(results.length).toBeGreaterThan(0);
      expect(await holdersOf(name)).toEqual([]);
      await fresh();
      expect(await take(racers[0] as Racer, name)).toBe('refused');
    }
  });

  test("somebody's own is taken back while 49 others want it: only its own account gets it", { timeout }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await fresh();
      const letter = 'abcdefghijklmnopqrstuvwxyz'[round % 26] as string;
      const [own, other] = [`mine.${letter}${letter}`, `between.${letter}${letter}`];
      const [owner, ...rest] = racers as [Racer, ...Racer[]];
      expect(await take(owner, own)).toBe('taken');
      expect(await take(owner, other)).toBe('taken');
      const results = await Promise.all([take(owner, own), ...rest.map((racer) => take(racer, own))]);
      expect(results).toEqual(['taken', ...rest.map(() => 'refused')]);
      expect(await holdersOf(own)).toEqual([owner.id]);
    }
  });
});
