// kill -9 at random moments under mixed load (cases M1, C11, G10): whatever was answered is still true after the restart,
// and nothing spent is alive. 20 kills here; `npm run kill-test` does 200. A failure names the seed that repeats its moments.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { type Client, givenClient, type Tokens } from '../helpers/client.ts';
import { openFile } from '../helpers/open-file.ts';
import { createOwner, type Owner, startServer, type TestServer } from '../helpers/server.ts';
import { STORE } from '../helpers/store.ts';

const KILLS = Number(process.env.LATCHKEY_TEST_KILLS ?? 20);
const SEED = Number(process.env.LATCHKEY_TEST_SEED ?? 20261121);

let server: TestServer;
let client: Client;
let owner: Owner;

beforeAll(async () => {
  server = await startServer({
    LATCHKEY_REQUESTS_PER_SECOND: '100000',
    LATCHKEY_LOG_LEVEL: 'warn',
    // Without a window every second use is theft: a spent token that were alive could not hide behind a repeat.
    LATCHKEY_REFRESH_REPEAT_SECONDS: '0',
  });
  client = await givenClient(server);
  owner = await createOwner(server, 'kill-owner@example.com');
});

afterAll(() => server?.stop());

/** What the server has answered, and is held to. */
type Answered = {
  redeemed: { code: string; tokens: Tokens }[];
  rotated: { spent: string; tokens: Tokens }[];
  signedUp: { email: string; password: string }[];
  created: string[];
  deleted: string[];
};

test(`M1: ${KILLS} kills: all that was answered is true, nothing spent is alive, the file is whole`, {
  timeout: 60_000 + KILLS * 10_000,
}, async () => {
  const random = createRandom(SEED);
  const total = { redeemed: 0, rotated: 0, signedUp: 0, created: 0, deleted: 0 };
  // A load that did nothing would prove nothing: a machine that is too busy for some of it gets more rounds.
  const isIdle = () => Object.values(total).includes(0);
  for (let kill = 0; kill < KILLS || (isIdle() && kill < 2 * KILLS); kill += 1) {
    const answered = await loadUntilKilled(50 + random() * 350);
    const round = `kill ${kill} of seed ${SEED}`;
    await checkCodes(answered.redeemed, round);
    await checkRotations(answered.rotated, round);
    await checkSignUps(answered.signedUp, round);
    await checkApplications(answered, round);
    for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += answered[key].length;
  }
  if (STORE === 'sqlite') expect(integrityOf(`${server.folder}/data/latchkey.db`)).toBe('ok');
  for (const [what, count] of Object.entries(total)) expect(count, what).toBeGreaterThan(0);
  console.info(`${KILLS} kills; answered and found true: ${JSON.stringify(total)}`);
});

async function loadUntilKilled(milliseconds: number): Promise<Answered> {
  const answered: Answered = { redeemed: [], rotated: [], signedUp: [], created: [], deleted: [] };
  const live = { running: true };
  const workers = [redeem, redeem, rotate, rotate, signUp, register].map(async (work) => {
    try {
      while (live.running) await work(answered);
    } catch {
      // The connection broke with the process; what was not answered may be true or not.
    }
  });
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  const restarted = server.restart('SIGKILL');
  live.running = false;
  await Promise.all([restarted, ...workers]);
  return answered;
}

async function redeem(answered: Answered) {
  const code = await client.code();
  const { status, body } = await client.token(client.codeForm(code));
  if (status === 200) answered.redeemed.push({ code, tokens: body });
}

async function rotate(answered: Answered) {
  let { refresh_token: spent } = await client.tokens();
  for (let i = 0; i < 3; i += 1) {
    const { status, body } = await client.token(client.refreshForm(spent));
    if (status !== 200) return;
    answered.rotated = answered.rotated.filter(({ tokens }) => tokens.refresh_token !== spent);
    answered.rotated.push({ spent, tokens: body });
    spent = body.refresh_token;
  }
}

let people = 0;

async function signUp(answered: Answered) {
  people += 1;
  const person = { email: `person-${people}@example.com`, password: `walnut-${people}-lantern-sky` };
  const browser = new Browser();
  const page = await browser.open(`${server.authUrl}/sign-up`);
  const answer = await browser.submit(
    page.form({ action: '/sign-up' }),
    { ...person, nickname: 'P' },
    { follow: false },
  );
  if (answer.status === 303) answered.signedUp.push(person);
}

let registrations = 0;

async function register(answered: Answered) {
  const headers = { authorization: `Bearer ${owner.apiToken}`, 'content-type': 'application/json' };
  const post = { method: 'POST', headers, body: JSON.stringify({ name: 'Short-lived' }) };
  const created = await fetch(`${server.apiUrl}/applications`, post);
  const location = created.headers.get('location');
  if (created.status !== 201 || !location) return;
  const url = new URL(location, server.apiUrl).href;
  registrations += 1;
  if (registrations % 2 === 0) {
    answered.created.push(url);
    return;
  }
  // From here on only the answer to DELETE tells whether the application is there.
  const deleted = await fetch(url, { method: 'DELETE', headers: { authorization: headers.authorization } });
  if (deleted.status === 204) answered.deleted.push(url);
}

async function checkCodes(redeemed: Answered['redeemed'], round: string) {
  for (const { code, tokens } of redeemed) {
    expect((await client.userInfo(tokens.access_token)).status, `access token, ${round}`).toBe(200);
    const replayed = await client.token(client.codeForm(code));
    expect(replayed.body.error, `C11: code replayed, ${round}`).toBe('invalid_grant');
  }
}

async function checkRotations(rotated: Answered['rotated'], round: string) {
  for (const { spent, tokens } of rotated) {
    expect((await client.userInfo(tokens.access_token)).status, `access token, ${round}`).toBe(200);
    const next = await client.token(client.refreshForm(tokens.refresh_token));
    // The answer to one more rotation may have been on its way when the process died: then this token is spent, not lost.
    if (next.status === 200) {
      expect((await client.userInfo(next.body.access_token)).status, `next access token, ${round}`).toBe(200);
    }
    const replayed = await client.token(client.refreshForm(spent));
    expect(replayed.body.error, `G10: refresh token replayed, ${round}`).toBe('invalid_grant');
    expect((await client.userInfo(tokens.access_token)).status, `G2: family after the replay, ${round}`).toBe(401);
  }
}

async function checkSignUps(signedUp: Answered['signedUp'], round: string) {
  for (const person of signedUp) {
    const browser = new Browser();
    const page = await browser.open(`${server.authUrl}/login`);
    const answer = await browser.submit(page.form({ action: '/login' }), person, { follow: false });
    expect(answer.status, `sign-in of ${person.email}, ${round}`).toBe(303);
  }
}

async function checkApplications({ created, deleted }: Answered, round: string) {
  const headers = { authorization: `Bearer ${owner.apiToken}` };
  for (const [urls, status] of [
    [created, 200],
    [deleted, 404],
  ] as const) {
    for (const url of urls) expect((await fetch(url, { headers })).status, `${url}, ${round}`).toBe(status);
  }
}

function integrityOf(file: string): unknown {
  const database = openFile(file, { readonly: true });
  try {
    return database.pragma('integrity_check', { simple: true });
  } finally {
    database.close();
  }
}

/** Mulberry32: moments that a seed repeats. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
