// Sign-in on devices as their programs do it (contract 43): openid-client and oauth4webapi with their strict defaults,
// the module of docs/clients.md, and the television of examples/, whose QR code a camera reads.
import { spawn } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, it } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { type Client, givenClient } from '../helpers/client.ts';
import { newClientPair } from '../helpers/client-keys.ts';
import { addressesOf, writeFiles } from '../helpers/clients-page.ts';
import { confirmDevice, DEVICE_APPLICATION } from '../helpers/device.ts';
import { newPerson, signUp } from '../helpers/people.ts';
import { startServer } from '../helpers/program.ts';
import { textInQrCode } from '../helpers/qr-code.ts';
import { freePorts, type TestServer } from '../helpers/server.ts';

let server: TestServer;
let client: Client;
const cleanUp: (() => void)[] = [];

beforeAll(async () => {
  server = await startServer();
  client = await givenClient(server, DEVICE_APPLICATION);
});
afterAll(async () => {
  for (const step of cleanUp) step();
  await server?.stop();
});

// They wait for as long as the server says, at once: each expects by itself, as tests that run together must.
it.concurrent('docs/clients.md: the module signs somebody in by the code that it shows', async ({ expect }) => {
  const { folder, remove } = writeFiles(['tv.mjs'], { ...addressesOf(server, ''), YOUR_API_KEY: client.apiKey });
  cleanUp.push(remove);
  const { signIn } = await import(pathToFileURL(`${folder}/tv.mjs`).href);
  const confirmed: Promise<unknown>[] = [];
  const { tokens, user } = await signIn(({ code }: { code: string }) =>
    confirmed.push(confirmDevice(server, client.browser, { user_code: code })),
  );
  await Promise.all(confirmed);
  expect([tokens.token_type, user.nickname]).toEqual(['bearer', 'Mina']);
});

it.concurrent('examples/television: shows a code that a phone’s camera reads, and then who is there', async ({
  expect,
}) => {
  const [port] = await freePorts(1);
  const television = spawn(process.execPath, [PROGRAM], {
    env: { PATH: process.env.PATH, CLIENT_ID: client.apiKey, AUTH_URL: server.authUrl, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanUp.push(() => television.kill());
  await new Promise((resolve) => television.stdout.once('data', resolve));
  const url = `http://localhost:${port}/`;
  const screen = new Browser();
  const off = await screen.open(url);
  const waiting = await screen.submit(off.form({ action: '/sign-in' }));
  const code = /[A-Z]{4}-[A-Z]{4}/.exec(waiting.text)?.[0] ?? '';
  const link = textInQrCode(waiting.html) ?? '';
  expect(link).toBe(`${server.authUrl}/device?user_code=${code}`);

  const phone = new Browser();
  const login = await phone.open(link);
  const filled = await signUp(phone, login, newPerson('Jun'));
  const page = await phone.submit(filled.form({ action: '/device' }));
  expect(page.text).toContain(code);
  await phone.submit(page.form({ action: '/device/confirm' }), {}, { press: 'agree' });
  await expect.poll(async () => (await screen.open(url)).text, { timeout: 20_000 }).toContain('Welcome, Jun');
  const out = await screen.submit((await screen.open(url)).form({ action: '/sign-out' }));
  expect(out.text).toContain('Good evening');
});

it.concurrent('oauth4webapi: asks, polls and validates with a key of the application and a proof', async ({
  expect,
}) => {
  const pair = await newClientPair();
  const strict = await givenClient(server, {
    ...DEVICE_APPLICATION,
    jwks: { keys: [pair.publicJwk] },
    dpop_bound_access_tokens: true,
  });
  const issuer = new URL(server.authUrl);
  const as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
  const own: oauth.Client = { client_id: strict.apiKey };
  const authenticate = oauth.PrivateKeyJwt({ key: pair.privateKey, kid: pair.publicJwk.kid });
  const asked = await oauth.deviceAuthorizationRequest(as, own, authenticate, { scope: 'openid nickname' }, insecure);
  const codes = await oauth.processDeviceAuthorizationResponse(as, own, asked);
  const DPoP = oauth.DPoP(own, await oauth.generateKeyPair('ES256'));
  const poll = async () => {
    const options = { ...insecure, DPoP };
    const response = await oauth.deviceCodeGrantRequest(as, own, authenticate, codes.device_code, options);
    return oauth.processDeviceCodeResponse(as, own, response);
  };
  await expect(poll()).rejects.toMatchObject({ error: 'authorization_pending' });
  await confirmDevice(server, strict.browser, codes);
  const tokens = await poll();
  expect([tokens.token_type, oauth.getValidatedIdTokenClaims(tokens)?.aud]).toEqual(['dpop', strict.apiKey]);
  await expect(poll()).rejects.toMatchObject({ error: 'invalid_grant' });
});

const insecure = { [oauth.allowInsecureRequests]: true };
const PROGRAM = fileURLToPath(new URL('../../examples/television/server.js', import.meta.url));
