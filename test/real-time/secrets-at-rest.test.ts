// After every flow, no secret that crossed the wire, and nothing of the server's own, stands in the database, its WAL,
// a backup, other files of the folder, the logs at their most talkative, errors, metrics or arguments (cases P1, P3,
// P4, P7).

import { createPrivateKey } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Secret } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPorts } from '../../src/compose/ports.ts';
import { loadSettings } from '../../src/settings/config.ts';
import { Browser } from '../helpers/browser.ts';
import { type Client, givenClient, type Tokens } from '../helpers/client.ts';
import { startServer } from '../helpers/program.ts';
import { createOwner, type Owner, succeed, type TestServer } from '../helpers/server.ts';
import { STORE } from '../helpers/store.ts';
import { codeForm, codeOf, enrol } from '../stories/factor-pages.ts';
import { inRealTime } from './machine-time.ts';

let server: TestServer;
let client: Client;
let owner: Owner;
const secrets = new Map<string, string>();

beforeAll(async () => {
  server = await startServer({ LATCHKEY_LOG_LEVEL: 'trace' });
  client = await givenClient(server);
  owner = await createOwner(server, 'secrets-owner@example.com');
  secrets.set('password', client.password).set('API token', owner.apiToken);

  const code = await client.code({ state: 'state-that-is-a-secret-of-the-client' });
  const { body: tokens } = await client.token(client.codeForm(code));
  const { body: refreshed } = await client.token(client.refreshForm(tokens.refresh_token));
  await client.userInfo(refreshed.access_token);
  secrets
    .set('code', code)
    .set('state', 'state-that-is-a-secret-of-the-client')
    .set('access token', tokens.access_token)
    .set('refresh token', tokens.refresh_token)
    .set('refreshed access token', refreshed.access_token)
    .set('refreshed refresh token', refreshed.refresh_token);

  const openid = { scope: 'openid nickname' };
  const { id_token: idToken } = (await client.tokens(openid)) as Tokens & { id_token: string };
  await client.code({ ...openid, prompt: 'none', id_token_hint: idToken });
  await fetch(`${server.authUrl}/oauth/jwks`);
  secrets.set('ID token', idToken);
  for (const [what, part] of await privateKeyParts()) secrets.set(what, part);

  const made = await succeed(server, ['client-secrets', 'create', '--application', client.applicationId]);
  const clientSecret = String(made.client_secret);
  const again = await client.code();
  await client.token(client.codeForm(again, { client_secret: clientSecret }));
  await client.token(client.codeForm(again, { client_secret: `${clientSecret}x` }));
  secrets.set('client secret', clientSecret).set('second code', again);

  const endpoint = await fetch(`${server.apiUrl}/applications/${client.applicationId}/event-endpoints`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.owner.apiToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'http://localhost:3999/events' }),
  });
  secrets.set('event secret', ((await endpoint.json()) as { secret: string }).secret);

  const link = await succeed(server, ['accounts', 'password-link', '--email', client.email]);
  const token = new URL(String(link.password_link)).searchParams.get('token') ?? '';
  await client.browser.open(String(link.password_link));
  secrets.set('one-time link', token);

  await useFactors();

  for (const [name, value] of client.browser.cookies(server.authUrl)) {
    if (!name.endsWith('-language')) secrets.set(`cookie ${name}`, value);
  }
  const account = await client.browser.open(`${server.authUrl}/account`);
  for (const form of account.forms) {
    const csrf = form.values.find(([name]) => name === 'csrf')?.[1];
    if (csrf) secrets.set(`form token of ${form.action.pathname}`, csrf);
  }
  const wrong = await client.browser.open(`${server.authUrl}/login`);
  await client.browser.submit(wrong.form({ action: '/login' }), { email: client.email, password: 'wrong-guess-9431' });
  secrets.set('wrong password', 'wrong-guess-9431');
  secrets.set('server secret', readFileSync(join(server.folder, 'data/secret.key'), 'utf8').trim());
  if (STORE === 'sqlite') await succeed(server, ['backup', join(server.folder, 'backup.db')]);
});

afterAll(() => server?.stop());

/** Two-step verification, a sign-in with its code on a device that is trusted from then on, and one with a recovery code. */
async function useFactors(): Promise<void> {
  const place = inRealTime(server);
  const { secret, recoveryCodes } = await enrol(place, client.browser);
  const bytes = Buffer.from(Secret.fromBase32(secret).bytes).toString('base64url');
  secrets.set('authenticator secret', secret).set('authenticator secret, bytes', bytes);
  for (const [at, code] of recoveryCodes.entries()) secrets.set(`recovery code ${at}`, code);
  const { email, password } = client;
  const answers = [{ code: codeOf(place, secret, 1), trust: 'on' }, { code: recoveryCodes[0] ?? '' }];
  for (const [at, browser] of [client.browser, new Browser()].entries()) {
    const account = await browser.open(`${server.authUrl}/account`);
    if (account.url.pathname === '/account') await browser.submit(account.form({ action: '/logout' }));
    const page = await browser.open(`${server.authUrl}/login`);
    const half = await browser.submit(page.form({ action: '/login' }), { email, password });
    secrets.set(
      `first proof ${at}`,
      half.form({ fields: ['code'] }).values.find(([name]) => name === 'proof_token')?.[1] ?? '',
    );
    const after = await browser.submit(codeForm(half), answers[at] ?? {});
    expect(after.url.pathname).toBe('/account');
  }
  expect([...client.browser.cookies(server.authUrl).keys()].join(' ')).toContain('trust');
}

/** Of every signing key: what makes it private, opened with the secret that only the server's own folder holds. */
async function privateKeyParts(): Promise<[string, string][]> {
  const env = { ...server.environment, LATCHKEY_SECRET_FILE: join(server.folder, 'data/secret.key') };
  const { ports, close } = await openPorts(loadSettings({ env }));
  const keys = await ports.keys.list();
  await close();
  return keys.flatMap(({ id, algorithm, number, sealedPrivateKey }) => {
    const der = ports.secrets.open('signing-key', id, sealedPrivateKey)?.plain ?? Buffer.alloc(0);
    const { d = '', p = d } = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({ format: 'jwk' });
    const parts = { 'whole, DER': der.toString('base64url'), d, p };
    return Object.entries(parts).map(([what, part]): [string, string] => [`${algorithm} key ${number}, ${what}`, part]);
  });
}

function filesOf(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesOf(path) : [path];
  });
}

/** The secret as it is, its bytes, those in hexadecimal and in the other base64 alphabet, and as it stands in a URL. */
const spellings = (secret: string) => [
  Buffer.from(secret),
  // Of a short text the bytes would be no more than chance.
  ...(secret.length >= 26 ? [Buffer.from(secret, 'base64url')] : []),
  Buffer.from(Buffer.from(secret, 'base64url').toString('base64')),
  Buffer.from(Buffer.from(secret, 'base64url').toString('hex')),
  Buffer.from(encodeURIComponent(secret)),
];

test('P1: every kind of secret was seen on the wire', () => {
  expect([...secrets.keys()].length).toBeGreaterThanOrEqual(15);
  for (const [what, secret] of secrets) expect(secret.length, what).toBeGreaterThanOrEqual(8);
});

test('P3: the private keys of all three algorithms are among them', () => {
  const algorithms = ['RS256', 'ES256', 'EdDSA'].filter((name) => secrets.has(`${name} key 1, whole, DER`));
  expect(algorithms).toEqual(['RS256', 'ES256', 'EdDSA']);
});

describe('P1, P3, P4: none of them is found', () => {
  test('in the database, nor in any file of the data folder', async () => {
    const files = filesOf(server.folder).filter((path) => !path.endsWith('secret.key'));
    if (STORE === 'sqlite') expect(files).toContain(join(server.folder, 'backup.db'));
    const database = await server.contents();
    expect([...database.values()].some((contents) => contents.includes(client.email))).toBe(true);
    for (const [where, contents] of [...database, ...files.map((path) => [path, readFileSync(path)] as const)]) {
      for (const [what, secret] of secrets) {
        expect(
          spellings(secret).some((spelling) => contents.includes(spelling)),
          `${what} in ${where}`,
        ).toBe(false);
      }
    }
  });

  test('P4: in any error that answers a request which has it in the wrong place', async () => {
    const callback = encodeURIComponent('http://localhost:3999/callback');
    for (const [what, secret] of secrets) {
      const [sent, bearer] = [encodeURIComponent(secret), { authorization: `Bearer ${secret}`, accept: 'text/html' }];
      const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
      const answers = await Promise.all([
        fetch(`${server.authUrl}/nothing/${sent}?code=${sent}&state=${sent}`, { headers: { accept: 'text/html' } }),
        fetch(`${server.authUrl}/oauth/authorize?client_id=${sent}&redirect_uri=${callback}&state=${sent}`),
        fetch(`${server.authUrl}/oauth/token`, { ...form, body: client.codeForm(secret, { client_secret: secret }) }),
        fetch(`${server.authUrl}/oauth/revocation`, { ...form, body: `token=${sent}&client_id=${sent}` }),
        fetch(`${server.apiUrl}/applications/${sent}`, { headers: what === 'API token' ? {} : bearer }),
        fetch(`${server.apiUrl}/user-info?access_token=${sent}`, {
          method: 'POST',
          body: `access_token=${sent}&${sent}`,
        }),
      ]);
      for (const answer of answers) {
        expect(answer.status, answer.url).toBeGreaterThanOrEqual(400);
        // A page's own address is in the links to it in other languages, for whoever asked for it alone.
        const text = (await answer.text()).replaceAll(/<nav class="languages"[\s\S]*?<\/nav>/g, '');
        const told = [text, ...[...answer.headers].flat()].join('\n');
        expect(told.includes(secret) || told.includes(sent), `${what} at ${answer.url}`).toBe(false);
      }
    }
  });

  test('P4, P7: in metrics, health, or what others on the machine see of the process', async () => {
    const read = async (path: string) => (await fetch(`${server.opsUrl}${path}`)).text();
    const told = [
      await read('/metrics'),
      await read('/health/ready'),
      readFileSync(`/proc/${server.pid}/cmdline`, 'utf8'),
      readFileSync(`/proc/${server.pid}/comm`, 'utf8'),
    ];
    expect(told[2]).toContain('serve');
    for (const [what, secret] of secrets) {
      expect(
        told.some((text) => text.includes(secret)),
        what,
      ).toBe(false);
    }
  });

  test('in standard output and error at log level trace', () => {
    const logs = Buffer.from(server.logs());
    expect(logs.byteLength).toBeGreaterThan(1000);
    for (const [what, secret] of secrets) {
      expect(
        spellings(secret).some((spelling) => logs.includes(spelling)),
        `${what} in the logs`,
      ).toBe(false);
    }
  });
});
