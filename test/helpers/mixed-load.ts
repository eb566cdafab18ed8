// Generates a load of everything that people and applications do, and records the answers. Afterwards it checks that
// the server keeps them: what was answered is true, and nothing spent is alive (cases M1, M2, M3, M6, C11, G10, G11).
import { expect } from 'vitest';
import { Browser } from './browser.ts';
import { type Client, givenClient, type Tokens } from './client.ts';
import { createOwner, type Owner, type TestServer } from './server.ts';
import { until } from './workers.ts';

export type Person = { email: string; password: string };

/** What the server has answered and must keep. */
export type Answered = {
  redeemed: { code: string; tokens: Tokens }[];
  rotated: { spent: string; tokens: Tokens }[];
  revoked: Tokens[];
  signedUp: Person[];
  created: string[];
  deleted: string[];
};

export type RunningLoad = {
  readonly answered: Answered;
  /** Number of 503s so far, each of which had `Retry-After`. */
  readonly refused: number;
  /** Starts nothing more. Resolves when everything is answered or its connection has ended. */
  stop(): Promise<void>;
};

export type MixedLoad = {
  readonly client: Client;
  readonly owner: Owner;
  /**
   * Sends requests without a pause until `stop`. A 503 is retried; any other refusal fails `stop`.
   * @param options.broken what a connection that ends unanswered does: it ends that work (`end`, default) or fails
   *   `stop`
   */
  start(options?: { broken?: 'end' | 'fail' }): RunningLoad;
  /** Checks that the server keeps `answered`. `round` names the repeat in failures. */
  check(answered: Answered, round: string): Promise<void>;
};

/**
 * Raises limits, lets codes outlive a fault, and lengthens the repeat window so that retries do not count as theft.
 * None of these is under test.
 */
export const FOR_MIXED_LOAD = {
  LATCHKEY_REQUESTS_PER_SECOND: '100000',
  LATCHKEY_CODE_TTL_SECONDS: '600',
  LATCHKEY_REFRESH_REPEAT_SECONDS: '300',
  LATCHKEY_LOG_LEVEL: 'warn',
};

let loads = 0;

/** @param server with the settings `FOR_MIXED_LOAD` */
export async function givenMixedLoad(server: TestServer): Promise<MixedLoad> {
  loads += 1;
  const client = await givenClient(server);
  const owner = await createOwner(server, `load-owner-${loads}@example.com`);
  const parts = { server, client, owner };
  return {
    client,
    owner,
    start: ({ broken = 'end' } = {}) => startLoad(parts, broken),
    async check(answered, round) {
      await checkCodes(client, answered.redeemed, round);
      await checkRotations(client, answered.rotated, round, server.environment.LATCHKEY_REFRESH_REPEAT_SECONDS === '0');
      await checkRevoked(client, answered.revoked, round);
      await checkPeople(server, answered.signedUp, round);
      await checkApplications(owner, answered, round);
    },
  };
}

/** Adds the number of answers of each kind to `total`. */
export function addUp(total: Record<string, number>, answered: Answered): void {
  for (const [what, list] of Object.entries(answered)) total[what] = (total[what] ?? 0) + list.length;
}

/** How long the slowest kind may take on a busy machine: a sign-up, which hashes a password. */
const MAX_WAIT_MS = 20_000;

/** Waits until `running` has an answer of each kind that is 0 in `total`: a load that did nothing proves nothing. */
export async function untilAnswered({ answered }: RunningLoad, total: Readonly<Record<string, number>>): Promise<void> {
  const deadline = performance.now() + MAX_WAIT_MS;
  const isMissing = () => Object.entries(answered).some(([what, list]) => total[what] === 0 && list.length === 0);
  await until(() => !isMissing() || performance.now() > deadline);
}

type Parts = { server: TestServer; client: Client; owner: Owner };
type Work = Parts & { answered: Answered; running: boolean; refused: number };

/** An answer that should never occur. Any other error is a connection that ended. */
class WrongAnswer extends Error {}

function startLoad(parts: Parts, broken: 'end' | 'fail'): RunningLoad {
  const answered: Answered = { redeemed: [], rotated: [], revoked: [], signedUp: [], created: [], deleted: [] };
  const work: Work = { ...parts, answered, running: true, refused: 0 };
  const works = [redeem, redeem, rotate, rotate, revoke, signUp, register].map(async (one) => {
    try {
      while (work.running) await one(work);
    } catch (error) {
      if (error instanceof WrongAnswer || broken === 'fail') return error;
    }
    return undefined;
  });
  return {
    answered,
    get refused() {
      return work.refused;
    },
    async stop() {
      work.running = false;
      for (const error of await Promise.all(works)) if (error) throw error;
    },
  };
}

type Answer = { status: number; location: string | null; body: Tokens & { error?: string }; retries: number };

/** Retries until the answer is not a 503. A 503 without `Retry-After`, and any other 5xx, is wrong. */
async function sendUntilAnswered(work: Work, url: string, init: RequestInit): Promise<Answer> {
  for (let retries = 0; ; retries += 1) {
    const response = await fetch(url, { redirect: 'manual', ...init });
    const text = await response.text();
    const { status } = response;
    if (status < 500) {
      const isJson = response.headers.get('content-type')?.includes('json') ?? false;
      return { status, location: response.headers.get('location'), body: isJson ? JSON.parse(text) : {}, retries };
    }
    if (status !== 503 || !/^\d+$/.test(response.headers.get('retry-after') ?? ''))
      throw new WrongAnswer(`${status} at ${url}: ${text.slice(0, 300)}`);
    work.refused += 1;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const postForm = (work: Work, path: string, body: string) =>
  sendUntilAnswered(work, `${work.server.authUrl}${path}`, { method: 'POST', headers: FORM, body });

const requestTokens = (work: Work, form: string) => postForm(work, '/oauth/token', form);

function expectStatus({ status, body }: Pick<Answer, 'status' | 'body'>, expected: number, what: string): void {
  if (status !== expected) throw new WrongAnswer(`${what}: ${status} ${JSON.stringify(body)}`);
}

/** Gets a code with the live session; undefined: the database was unavailable in between. */
async function newCode(work: Work): Promise<string | undefined> {
  const { location } = await sendUntilAnswered(work, work.client.authorizeUrl(), {
    headers: { accept: 'text/html', cookie: cookieOf(work.client.browser, work.server.authUrl) },
  });
  const code = location && new URL(location, work.server.authUrl).searchParams.get('code');
  if (!code) throw new WrongAnswer(`Signed out: the session leads to ${location}`);
  return code;
}

const cookieOf = (browser: Browser, url: string): string =>
  [...browser.cookies(url)].map(([name, value]) => `${name}=${value}`).join('; ');

async function newTokens(work: Work): Promise<{ code: string; tokens: Tokens } | undefined> {
  const code = await newCode(work);
  if (!code) return undefined;
  const answer = await requestTokens(work, work.client.codeForm(code));
  // A request whose answer was lost behind a 503 has spent the code: C12 allows that, and no token of it is alive.
  if (answer.status === 400 && answer.body.error === 'invalid_grant' && answer.retries > 0) return undefined;
  expectStatus(answer, 200, 'redemption');
  return { code, tokens: answer.body };
}

async function redeem(work: Work) {
  const redeemed = await newTokens(work);
  if (redeemed) work.answered.redeemed.push(redeemed);
}

async function rotate(work: Work) {
  const { answered } = work;
  let spent = (await newTokens(work))?.tokens.refresh_token;
  for (let i = 0; spent && i < 3; i += 1) {
    const answer = await requestTokens(work, work.client.refreshForm(spent));
    expectStatus(answer, 200, 'refresh');
    answered.rotated = answered.rotated.filter(({ tokens }) => tokens.refresh_token !== spent);
    answered.rotated.push({ spent, tokens: answer.body });
    spent = answer.body.refresh_token;
  }
}

async function revoke(work: Work) {
  const tokens = (await newTokens(work))?.tokens;
  if (!tokens) return;
  const form = new URLSearchParams({ token: tokens.refresh_token, client_id: work.client.apiKey }).toString();
  expectStatus(await postForm(work, '/oauth/revocation', form), 200, 'revocation');
  work.answered.revoked.push(tokens);
}

let people = 0;

/** Signs a person up. Every second one changes the password at once. */
async function signUp(work: Work) {
  people += 1;
  const person = { email: `person-${people}@example.com`, password: `walnut-${people}-lantern-sky` };
  const browser = new Browser();
  const signedUp = await submit(work, browser, '/sign-up', '/sign-up', { ...person, nickname: 'P' });
  if (signedUp !== 303) return;
  if (people % 2 === 0) {
    work.answered.signedUp.push(person);
    return;
  }
  const changed = { email: person.email, password: `${person.password}-anew` };
  // From here on, only the answer says which password is valid.
  const fields = { current_password: person.password, new_password: changed.password };
  const status = await submit(work, browser, '/account/security', '/account/password', fields);
  if (status === 303) work.answered.signedUp.push(changed);
}

/** Submits the form of a page. @returns its status; 503: the database was unavailable */
async function submit(work: Work, browser: Browser, at: string, action: string, values: Record<string, string>) {
  const page = await browser.open(`${work.server.authUrl}${at}`);
  const answer = page.status === 503 ? page : await browser.submit(page.form({ action }), values, { follow: false });
  if (answer.status === 503) {
    work.refused += 1;
    await new Promise((resolve) => setTimeout(resolve, 50));
  } else expectStatus({ status: answer.status, body: { text: answer.text } as never }, 303, `form ${action}`);
  return answer.status;
}

let registrations = 0;
/**
 * One application in this number stays, besides those that a kill leaves: an owner may have 500, and long runs register
 * thousands.
 */
const KEEP_EVERY = 32;

async function register(work: Work) {
  const authorization = `Bearer ${work.owner.apiToken}`;
  const headers = { authorization, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'Short-lived' });
  const created = await sendUntilAnswered(work, `${work.server.apiUrl}/applications`, {
    method: 'POST',
    headers,
    body,
  });
  expectStatus(created, 201, 'registration');
  const url = new URL(created.location ?? '', work.server.apiUrl).href;
  registrations += 1;
  if (registrations % KEEP_EVERY === 1) {
    work.answered.created.push(url);
    return;
  }
  // From here on, only the answer to DELETE says whether the application exists.
  const deleted = await sendUntilAnswered(work, url, { method: 'DELETE', headers: { authorization } });
  // A retry after a lost answer finds nothing to delete.
  if (deleted.status !== 404 || deleted.retries === 0) expectStatus(deleted, 204, 'deletion');
  work.answered.deleted.push(url);
}

async function checkCodes(client: Client, redeemed: Answered['redeemed'], round: string) {
  for (const { code, tokens } of redeemed) {
    expect((await client.userInfo(tokens.access_token)).status, `access token, ${round}`).toBe(200);
    const replayed = await client.token(client.codeForm(code));
    expect(replayed.body.error, `C11: code replayed, ${round}`).toBe('invalid_grant');
  }
}

async function checkRotations(client: Client, rotated: Answered['rotated'], round: string, withoutRepeats: boolean) {
  for (const { spent, tokens } of rotated) {
    expect((await client.userInfo(tokens.access_token)).status, `access token, ${round}`).toBe(200);
    const next = await client.token(client.refreshForm(tokens.refresh_token));
    // The answer to one more rotation may have been on its way when the process died. Then this token is spent, not
    // lost, and without a repeat window presenting it ends its family.
    if (next.status === 200 || !withoutRepeats) {
      expect((await client.userInfo(next.body.access_token)).status, `next access token, ${round}`).toBe(200);
    }
    const replayed = await client.token(client.refreshForm(spent));
    expect(replayed.body.error, `G10: refresh token replayed, ${round}`).toBe('invalid_grant');
    // Within the window, a repeat whose successor is used ends nothing. Without a window it is theft.
    const after = withoutRepeats ? 401 : 200;
    expect((await client.userInfo(tokens.access_token)).status, `family after the replay, ${round}`).toBe(after);
  }
}

async function checkRevoked(client: Client, revoked: Answered['revoked'], round: string) {
  for (const tokens of revoked) {
    expect((await client.userInfo(tokens.access_token)).status, `revoked access token, ${round}`).toBe(401);
    const refreshed = await client.token(client.refreshForm(tokens.refresh_token));
    expect(refreshed.body.error, `revoked refresh token, ${round}`).toBe('invalid_grant');
  }
}

async function checkPeople({ authUrl }: TestServer, signedUp: readonly Person[], round: string) {
  for (const person of signedUp) {
    const browser = new Browser();
    const page = await browser.open(`${authUrl}/login`);
    const answer = await browser.submit(page.form({ action: '/login' }), person, { follow: false });
    expect(answer.status, `sign-in of ${person.email}, ${round}`).toBe(303);
  }
}

async function checkApplications({ apiToken }: Owner, { created, deleted }: Answered, round: string) {
  const headers = { authorization: `Bearer ${apiToken}` };
  for (const [urls, status] of [
    [created, 200],
    [deleted, 404],
  ] as const) {
    for (const url of urls) expect((await fetch(url, { headers })).status, `${url}, ${round}`).toBe(status);
  }
}

/** Mulberry32: random numbers that a seed reproduces. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
