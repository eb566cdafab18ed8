// Races on single-use things, over the wire: one process, and several on one database (two on an SQLite file, three on
// PostgreSQL). Limits are raised, requests are held at a barrier and let go together (cases C3-C5, G3, G12).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Barrier } from '../helpers/barrier.ts';
import { CALLBACK, type Client, givenClient, type Tokens } from '../helpers/client.ts';
import { createSecret } from '../helpers/client-endpoints.ts';
import { confirmDevice, DEVICE_APPLICATION, DEVICE_GRANT, givenCodes } from '../helpers/device.ts';
import { startServer } from '../helpers/program.ts';
import { roundsOf } from '../helpers/rounds.ts';
import { type SecondProcess, startSecondProcess } from '../helpers/second-process.ts';
import { succeed, type TestServer } from '../helpers/server.ts';
import { STORE } from '../helpers/store.ts';

const AT_ONCE = 50;
const CODE_ROUNDS = roundsOf(200, 10);
const DEVICE_ROUNDS = roundsOf(200, 5);
const REFRESH_ROUNDS = roundsOf(100, 6);
const ENDING_ROUNDS = roundsOf(20);
const PROCESSES = STORE === 'postgres' ? 3 : 2;

let server: TestServer;
let others: readonly SecondProcess[] = [];
let client: Client;

beforeAll(async () => {
  server = await startServer({
    LATCHKEY_REQUESTS_PER_SECOND: '100000',
    LATCHKEY_LOG_LEVEL: 'warn',
  });
  others = await Promise.all(Array.from({ length: PROCESSES - 1 }, () => startSecondProcess(server)));
  client = await givenClient(server);
});

afterAll(async () => {
  await Promise.all(others.map((other) => other.stop()));
  await server?.stop();
});

const origins = (processes: number) => [server, ...others].slice(0, processes).map(({ authUrl }) => authUrl);

async function race(barrier: Barrier, form: string) {
  const answers = await barrier.post('/oauth/token', Array<string>(AT_ONCE).fill(form));
  return answers.map(({ status, body }) => ({ status, body: JSON.parse(body) as Tokens & { error?: string } }));
}

test(`contract 43: redemptions of one device code, ${PROCESSES} processes, ${AT_ONCE} at once, ${DEVICE_ROUNDS} rounds`, {
  timeout: 240_000,
}, async () => {
  const barrier = await Barrier.open(origins(PROCESSES), AT_ONCE);
  // A public key asks for ten codes a second.
  const proven = await givenClient(server, DEVICE_APPLICATION);
  const client_secret = await createSecret(server, proven);
  for (let round = 0; round < DEVICE_ROUNDS; round += 1) {
    const codes = await givenCodes(server, proven, { client_secret });
    // Those that meet the confirmation: one of them at most has tokens, and then the next has none.
    const { device_code } = codes;
    const grant = { grant_type: DEVICE_GRANT, device_code, client_id: proven.apiKey, client_secret };
    const form = new URLSearchParams(grant).toString();
    const [early] = await Promise.all([
      round % 2 === 0 ? race(barrier, form) : [],
      confirmDevice(server, proven.browser, codes),
    ]);
    const answers = [...early, ...(await race(barrier, form))];
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const errors = new Set(answers.flatMap(({ body }) => body.error ?? []));
    expect([...errors].filter((error) => !EXPECTED_ERRORS.includes(error))).toEqual([]);
  }
  barrier.close();
});

const EXPECTED_ERRORS = ['invalid_grant', 'authorization_pending', 'slow_down'];

describe.each([
  ['C3', 'one process', 1],
  ['C4', `${PROCESSES} processes on one database`, PROCESSES],
] as const)('%s: redemptions of one code, %s', (id, _where, processes) => {
  test(`${id}: ${AT_ONCE} at once, ${CODE_ROUNDS} rounds: never two successes, no 5xx; the replays end what was won (C2)`, {
    timeout: 240_000,
  }, async () => {
    const barrier = await Barrier.open(origins(processes), AT_ONCE);
    let won = 0;
    for (let round = 0; round < CODE_ROUNDS; round += 1) {
      const answers = await race(barrier, client.codeForm(await client.code()));
      const winners = answers.filter(({ status }) => status === 200);
      const losers = answers.filter(({ status }) => status !== 200);
      expect(winners).toHaveLength(1);
      expect(losers.every(({ status, body }) => status === 400 && body.error === 'invalid_grant')).toBe(true);
      // C5: any second winner, and the first as well, would show here.
      for (const { body } of winners) {
        expect((await client.userInfo(body.access_token)).status).toBe(401);
        expect((await client.token(client.refreshForm(body.refresh_token))).body.error).toBe('invalid_grant');
      }
      won += winners.length;
    }
    barrier.close();
    expect(won).toBe(CODE_ROUNDS);
  });
});

describe.each([
  ['one process', 1],
  [`${PROCESSES} processes on one database`, PROCESSES],
] as const)('G3: refreshes of one token, %s', (_where, processes) => {
  test(`G3: ${AT_ONCE} at once, ${REFRESH_ROUNDS} rounds: one live successor, every honest repeat gets the same pair`, {
    timeout: 240_000,
  }, async () => {
    const barrier = await Barrier.open(origins(processes), AT_ONCE);
    let { refresh_token } = await client.tokens();
    for (let round = 0; round < REFRESH_ROUNDS; round += 1) {
      const answers = await race(barrier, client.refreshForm(refresh_token));
      expect(answers.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200));
      const pairs = new Set(answers.map(({ body }) => `${body.access_token} ${body.refresh_token}`));
      expect(pairs.size).toBe(1);
      const successor = answers[0]?.body as Tokens;
      expect(successor.refresh_token).not.toBe(refresh_token);
      refresh_token = successor.refresh_token;
    }
    barrier.close();
    const last = await client.token(client.refreshForm(refresh_token));
    expect(last.status).toBe(200);
    expect((await client.userInfo(last.body.access_token)).status).toBe(200);
  });
});

test('C5: after the account is disabled none of the tokens of two families works, on any process', async () => {
  const other = await givenClient(server);
  const [first, next] = [await other.tokens(), await other.tokens()];
  await succeed(server, ['accounts', 'disable', '--yes', '--email', other.email]);
  for (const tokens of [first, next]) {
    expect((await other.userInfo(tokens.access_token)).status).toBe(401);
    for (const authUrl of origins(PROCESSES)) {
      const refreshed = await other.token(other.refreshForm(tokens.refresh_token), authUrl);
      expect(refreshed.body.error).toBe('invalid_grant');
    }
  }
});

test('C5: after the application is switched off, and after it is deleted, no token of two families works, on any process', async () => {
  const other = await givenClient(server);
  const families = [await other.tokens(), await other.tokens()];
  const url = `${server.apiUrl}/applications/${other.applicationId}`;
  const headers = { authorization: `Bearer ${other.owner.apiToken}`, 'content-type': 'application/json' };
  const expectDead = async (error: string) => {
    for (const { authUrl, apiUrl } of [server, ...others]) {
      for (const { access_token, refresh_token } of families) {
        const userInfo = await fetch(`${apiUrl}/user-info`, { headers: { authorization: `Bearer ${access_token}` } });
        expect(userInfo.status).toBe(401);
        expect((await other.token(other.refreshForm(refresh_token), authUrl)).body.error).toBe(error);
      }
    }
  };
  const off = await fetch(url, { method: 'PATCH', headers, body: '{"login_activation":"OFF"}' });
  expect(off.status).toBe(200);
  await expectDead('unauthorized_client');
  expect((await fetch(url, { method: 'DELETE', headers: { authorization: headers.authorization } })).status).toBe(204);
  await expectDead('invalid_client');
});

test(`G12: ${AT_ONCE} refreshes and the user's disconnecting at once, ${ENDING_ROUNDS} rounds: finally no token of it lives, no 5xx`, {
  timeout: 120_000,
}, async () => {
  const person = await givenClient(server);
  const barrier = await Barrier.open(origins(PROCESSES), AT_ONCE);
  for (let round = 0; round < ENDING_ROUNDS; round += 1) {
    const tokens = await person.tokens();
    const account = await person.browser.open(`${server.authUrl}/account/connections`);
    const form = account.form({ action: '/account/connections' });
    const [answers, disconnected] = await Promise.all([
      race(barrier, person.refreshForm(tokens.refresh_token)),
      person.browser.submit(form, {}, { press: 'disconnect' }),
    ]);
    expect(disconnected.status).toBe(200);
    expect(answers.filter(({ status }) => status !== 200 && status !== 400)).toEqual([]);
    const issued = answers.filter(({ status }) => status === 200).map(({ body }) => body);
    for (const { access_token, refresh_token } of [tokens, ...issued.slice(0, 5)]) {
      expect((await person.userInfo(access_token)).status).toBe(401);
      expect((await person.token(person.refreshForm(refresh_token))).body.error).toBe('invalid_grant');
    }
    const consent = await person.browser.open(person.authorizeUrl());
    await person.browser.submit(consent.form({ action: '/consent' }), {}, { press: 'agree', stopAt: CALLBACK });
  }
  barrier.close();
});

describe.each([
  ['one process', 1],
  [`${PROCESSES} processes on one database`, PROCESSES],
] as const)('G12: revoking a refresh token among refreshes of it, %s', (_where, processes) => {
  test(`G12: ${AT_ONCE} of both at once, ${ENDING_ROUNDS} rounds: finally no token of the family lives, no 5xx`, {
    timeout: 120_000,
  }, async () => {
    const barrier = await Barrier.open(origins(processes), AT_ONCE);
    for (let round = 0; round < ENDING_ROUNDS; round += 1) {
      const first = await client.tokens();
      // In half of the rounds the token that is revoked has a successor already: any generation ends the family.
      const newest = round % 2 ? (await client.token(client.refreshForm(first.refresh_token))).body : first;
      const requests = Array.from({ length: AT_ONCE }, (_, i) =>
        i % 5 === round % 5
          ? { path: '/oauth/revocation', form: `token=${first.refresh_token}&client_id=${client.apiKey}` }
          : { path: '/oauth/token', form: client.refreshForm(newest.refresh_token) },
      );
      const answers = await barrier.send(requests);
      const refreshes = answers.filter((_, i) => requests[i]?.path === '/oauth/token');
      expect(answers.filter(({ status, body }) => status !== 200 && !body.includes('"invalid_grant"'))).toEqual([]);
      const issued = refreshes.filter(({ status }) => status === 200).map(({ body }) => JSON.parse(body) as Tokens);
      for (const { access_token, refresh_token } of [first, newest, ...issued.slice(0, 3)]) {
        expect((await client.userInfo(access_token)).status).toBe(401);
        expect((await client.token(client.refreshForm(refresh_token))).body.error).toBe('invalid_grant');
      }
    }
    barrier.close();
  });
});
