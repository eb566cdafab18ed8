// An expired client secret opens nothing, wherever and however it is presented (contract 5, "Client authentication").
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Client, givenClient, type Tokens } from '../helpers/client.ts';
import { basic, createSecret, postForm } from '../helpers/client-endpoints.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';

const MINUTE = 60_000;

let hosts: Hosts;
let client: Client;
/** Lives on while `expiring` does not. */
let lasting: string;
let expiring: string;
let code: string;
let tokens: Tokens;

beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_REQUESTS_PER_SECOND: '100000' });
  client = await givenClient(hosts);
  lasting = await createSecret(hosts, client);
});
afterAll(() => hosts?.stop());

beforeEach(async () => {
  // The one before has expired: at most two live at once.
  hosts.clock.advance(MINUTE);
  expiring = await createSecret(hosts, client, hosts.clock.now() + MINUTE);
  tokens = (await client.token(client.codeForm(await client.code(), { client_secret: lasting }))).body;
});

/** What the secret opens, as forms without the credentials. */
const requests = {
  'a code': () => ({ path: '/oauth/token', form: client.codeForm(code) }),
  'a refresh token': () => ({ path: '/oauth/token', form: client.refreshForm(tokens.refresh_token) }),
  introspection: () => ({ path: '/oauth/introspection', form: `token=${tokens.access_token}` }),
  revocation: () => ({ path: '/oauth/revocation', form: `token=${tokens.refresh_token}` }),
};

/** Each method with the status of its refusal (RFC 6749 5.2). */
const methods = {
  client_secret_basic: {
    status: 401,
    challenge: 'Basic realm="latchkey"',
    add: (form: URLSearchParams, secret: string) => {
      form.delete('client_id');
      return basic(client.apiKey, secret);
    },
  },
  client_secret_post: {
    status: 400,
    challenge: null,
    add: (form: URLSearchParams, secret: string) => {
      form.set('client_id', client.apiKey);
      form.set('client_secret', secret);
      return {};
    },
  },
};

type Request = keyof typeof requests;
type Method = keyof typeof methods;

async function send(request: Request, method: Method, secret: string) {
  const { path, form } = requests[request]();
  const body = new URLSearchParams(form);
  const headers = methods[method].add(body, secret);
  return postForm(hosts.authUrl + path, body.toString(), headers);
}

const CELLS = (Object.keys(requests) as Request[]).flatMap((request) =>
  (Object.keys(methods) as Method[]).map((method) => [request, method] as const),
);

describe('contract 5: an expired client secret', () => {
  test.each(CELLS)('is invalid_client for %s by %s, and spends nothing', async (request, method) => {
    hosts.clock.advance(MINUTE + 1);
    code = await client.code();
    const { status, challenge } = methods[method];
    const refused = await send(request, method, expiring);
    expect([refused.status, refused.body.error]).toEqual([status, 'invalid_client']);
    expect(refused.body.error_description).toBe('The client secret is wrong, expired or deleted.');
    expect(refused.headers.get('www-authenticate')).toBe(challenge);
    // What was presented with it is as good as before, with a secret that lives.
    expect((await client.token(client.refreshForm(tokens.refresh_token, { client_secret: lasting }))).status).toBe(200);
    expect((await client.token(client.codeForm(code, { client_secret: lasting }))).status).toBe(200);
  });

  test.each(CELLS)('was good for %s by %s until then', async (request, method) => {
    hosts.clock.advance(MINUTE / 2);
    code = await client.code();
    expect((await send(request, method, expiring)).status).toBe(200);
  });

  test('leaves the application without a way in when it was the only one: the API key alone is no proof', async () => {
    const only = await givenClient(hosts);
    const secret = await createSecret(hosts, only, hosts.clock.now() + MINUTE);
    hosts.clock.advance(MINUTE + 1);
    const unspent = await only.code();
    for (const more of [{ client_secret: secret }, {}]) {
      const refused = await only.token(only.codeForm(unspent, more));
      expect([refused.status, refused.body.error]).toEqual([400, 'invalid_client']);
    }
  });
});
