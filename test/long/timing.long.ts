// Where addresses must be verified, sign-up and the page for a forgotten password tell nobody who has an account: not
// by text, status or headers, and not by time (contract 21, 22). Nor does the sign-in page tell who has one with
// passkeys and two-step verification: by a wrong password, by a passkey that nobody has, by the challenge that autofill
// asks for, or at the second step by a first proof that was made up (case K12, contract 23, 24). 400 requests each, known
// and unknown in random order. A difference counts if its medians are 2 ms apart or a rank-sum test finds it with p below
// 0.001; one repeat is allowed, since one in a thousand runs finds a difference where there is none.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuthenticator } from '../helpers/authenticator.ts';
import { Browser } from '../helpers/browser.ts';
import type { Form } from '../helpers/html-page.ts';
import { startServer } from '../helpers/program.ts';
import type { TestServer } from '../helpers/server.ts';
import { median, rankSum } from './rank-sum.ts';

const EACH = Number(process.env.LATCHKEY_TEST_REQUESTS ?? 400);
const PASSWORD = 'correct horse battery staple';

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  server = await startServer({
    // Nobody answers there: every mail stays in the queue, which is the same for both.
    LATCHKEY_SMTP_URL: 'smtp://127.0.0.1:9?tls=optional',
    LATCHKEY_MAIL_FROM: 'latchkey@example.com',
    LATCHKEY_REQUIRE_VERIFIED_EMAIL: 'true',
    LATCHKEY_SIGN_UPS_PER_ADDRESS: '100000',
    LATCHKEY_SIGN_UPS_PER_NETWORK: '100000',
    LATCHKEY_MAILS_PER_ADDRESS: '100000',
    LATCHKEY_MAILS_PER_NETWORK: '100000',
    LATCHKEY_PASSWORD_TRIES_PER_NETWORK: '100000',
    LATCHKEY_LOG_LEVEL: 'info',
  });
  browser = new Browser();
  await givenAccounts();
});
afterAll(() => server?.stop());

/** Each address is used once for each page: five mails an hour to one address are sent, and no more. */
const known = (at: number) => `known-${at}@example.com`;
const unknown = (at: number) => `other-${at}@example.com`;

async function givenAccounts(): Promise<void> {
  await server.command(['accounts', 'create', '--email', 'first@example.com', '--password-stdin'], PASSWORD);
  const columns =
    'email_verified, password_hash, role, origin, profile, sign_in_epoch, grant_epoch, created_at, updated_at';
  for (let at = 0; at < 2 * EACH; at += 1) {
    const id = at.toString(16).padStart(32, '0');
    await server.execute(
      `insert into accounts (id, email, email_key, ${columns}) select '${id}', '${known(at)}', '${known(at)}', ${columns}
       from accounts where email = 'first@example.com'`,
    );
    await server.execute(
      `insert into one_time_codes (account_id, sealed_secret, last_step, last_used_at, created_at)
       values (?, ?, 1, 1, 1)`,
      id,
      Buffer.from(id),
    );
    await server.execute(
      `insert into passkeys (id, account_id, credential_id, public_key, sign_count, rp_id, name, aaguid, transports,
         backup_eligible, backed_up, created_at)
       values (?, ?, ?, ?, 0, 'localhost', 'Phone', '', '[]', 1 = 1, 1 = 1, 1)`,
      ...[id, id, Buffer.from(id), Buffer.from(id)],
    );
  }
}

type Seen = { status: number; location: string | null; headers: string[]; html: string };

async function send(form: Form, values: Record<string, string>): Promise<{ seen: Seen; took: number }> {
  const body = new URLSearchParams([...form.values.map(([name, value]) => [name, value]), ...Object.entries(values)]);
  const headers = {
    cookie: [...browser.cookies(form.action)].map(([name, value]) => `${name}=${value}`).join('; '),
    origin: server.authUrl,
  };
  const started = performance.now();
  const answer =
    form.method === 'GET'
      ? await fetch(`${form.action}?${body}`, { headers, redirect: 'manual' })
      : await fetch(form.action, { method: 'POST', body, headers, redirect: 'manual' });
  const html = await answer.text();
  const took = performance.now() - started;
  const names = [...answer.headers.keys()].filter((name) => name !== 'x-request-id').sort();
  return { seen: { status: answer.status, location: answer.headers.get('location'), headers: names, html }, took };
}

type Measured = { known: number[]; unknown: number[]; status: number };

async function measure(
  form: Form,
  from: number,
  valuesOf: (email: string) => Record<string, string>,
): Promise<Measured> {
  const times: Measured = { known: [], unknown: [], status: 0 };
  const seen: Seen[] = [];
  // In random order: what happens in the background after a request must not always meet requests of one kind.
  const order = Array.from({ length: EACH }, (_, i) => from + i)
    .flatMap((at) => [{ which: 'known', email: known(at) } as const, { which: 'unknown', email: unknown(at) } as const])
    .map((request) => ({ ...request, place: Math.random() }))
    .sort((one, other) => one.place - other.place);
  for (const { which, email } of order) {
    const { seen: answer, took } = await send(form, valuesOf(email));
    times[which].push(took);
    // The form comes back with the address that was typed, and with a token of its own. So does a challenge.
    const html = answer.html.replaceAll(email, '').replace(/(name="csrf(?:_device)?" value=|"challenge":)"[^"]+"/g, '');
    seen.push({ ...answer, html });
    times.status = answer.status;
  }
  for (const one of seen) expect(one).toEqual(seen[0]);
  return times;
}

describe('the rank-sum test itself', () => {
  test('finds a difference of a millisecond, and none where there is none', () => {
    const random = (shift: number) => Array.from({ length: 400 }, (_, i) => ((i * 7919) % 401) / 100 + shift);
    expect(rankSum(random(0), random(1))).toBeLessThan(0.001);
    expect(rankSum(random(0), random(0.0001))).toBeGreaterThan(0.5);
  });
});

const loginForm = async () => (await browser.open(`${server.authUrl}/login`)).form({ action: '/login' });

/** What autofill asks for, with the address that was typed. */
async function challengeForm(): Promise<Form> {
  const form = await loginForm();
  return {
    ...form,
    method: 'GET',
    action: new URL('/passkeys/challenge', server.authUrl),
    values: [['for', 'sign-in']],
  };
}

let passkeyOfNobody: string;
async function passkeyForm(): Promise<Form> {
  const form = await loginForm();
  const answer = await browser.open(`${server.authUrl}/passkeys/challenge?for=sign-in`);
  const { challenge } = JSON.parse(answer.html) as { challenge: string };
  const authenticator = createAuthenticator({ origin: server.authUrl, rpId: 'localhost' });
  const { key } = authenticator.create({ challenge, userHandle: 'AA' });
  passkeyOfNobody = authenticator.sign(key, { challenge });
  return form;
}

describe.each([
  [
    '/sign-up',
    async () => (await browser.open(`${server.authUrl}/sign-up`)).form({ action: '/sign-up' }),
    (email: string): Record<string, string> => ({ email, password: 'another long passphrase', nickname: 'Mina' }),
  ],
  [
    '/forgot-password',
    async () => (await browser.open(`${server.authUrl}/forgot-password`)).form({ action: '/forgot-password' }),
    (email: string): Record<string, string> => ({ email }),
  ],
  [
    '/login, by a wrong password',
    loginForm,
    (email: string): Record<string, string> => ({ email, password: 'another long passphrase' }),
  ],
  [
    '/login, by a passkey of nobody',
    passkeyForm,
    (email: string): Record<string, string> => ({ email, passkey: passkeyOfNobody }),
  ],
  ['/passkeys/challenge, for autofill', challengeForm, (email: string): Record<string, string> => ({ email })],
  [
    '/login, by a first proof that was made up',
    loginForm,
    (email: string): Record<string, string> => ({ email, proof_token: 'A'.repeat(300), code: '123456' }),
  ],
])('contract 21, 22, case K12: %s', (path, formOf, valuesOf) => {
  test(`answers known and unknown addresses alike, ${EACH} each`, async () => {
    const form = await formOf();
    const tried: string[] = [];
    for (const from of [0, EACH]) {
      const times = await measure(form, from, valuesOf);
      const gap = Math.abs(median(times.known) - median(times.unknown));
      const p = rankSum(times.known, times.unknown);
      tried.push(
        `${path}, ${times.status}: medians ${median(times.known).toFixed(2)} and ${median(times.unknown).toFixed(2)} ms, p ${p.toFixed(4)}`,
      );
      console.log(tried.at(-1));
      if (gap < 2 && p > 0.001) return;
    }
    throw new Error(`They can be told apart. ${tried.join('; ')}`);
  });
});
