// Forged tokens are refused wherever a token is taken, and no address inside one is ever asked for (contract 7).
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { APPLICATION, CALLBACK, type Client, givenClient } from '../helpers/client.ts';
import { forgedTokens } from '../helpers/forged-tokens.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { refusalOf } from '../helpers/refusals.ts';

let hosts: Hosts;
let client: Client;
let trap: Server;
let askedFor = 0;
let genuine: string;
let forged: Record<string, string>;
let secret: string;

const post = async (path: string, form: Record<string, string>) => {
  const authorization = `Basic ${Buffer.from(`${client.apiKey}:${secret}`).toString('base64')}`;
  return fetch(`${hosts.authUrl}${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
};
const everyForged = () => Object.entries(forged);

beforeAll(async () => {
  trap = createServer((_request, response) => {
    askedFor += 1;
    response.end('{"keys":[]}');
  });
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
  trap.on('connection', () => {
    askedFor += 1;
  });
  hosts = await startHosts({ LATCHKEY_REQUESTS_PER_SECOND: '100000' });
  client = await givenClient(hosts, APPLICATION);
  const tokens = (await client.tokens({ scope: 'openid' })) as unknown as { id_token: string };
  genuine = tokens.id_token;
  const [jwk] = (await hosts.ports.signingKeys.publicKeys()).filter(({ alg }) => alg === 'RS256');
  const { port } = trap.address() as AddressInfo;
  forged = await forgedTokens(genuine, jwk ?? {}, `http://127.0.0.1:${port}`);
  const made = await fetch(`${hosts.apiUrl}/applications/${client.applicationId}/client-secrets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.owner.apiToken}` },
  });
  secret = ((await made.json()) as { client_secret: string }).client_secret;
});
afterAll(async () => {
  await hosts?.stop();
  trap?.close();
});

const errorAtAuthorize = async (hint: string): Promise<string | null> => {
  const page = await client.browser.open(client.authorizeUrl({ id_token_hint: hint, prompt: 'none' }), {
    stopAt: CALLBACK,
  });
  const told = page.url.searchParams;
  // Other faults are invalid_request too.
  if (told.get('error') === 'invalid_request') expect(told.get('error_description')).toContain('id_token_hint');
  return told.get('error');
};

describe('forged tokens', () => {
  test('the genuine one is believed, so that the rest of this file proves something', async () => {
    expect(await errorAtAuthorize(genuine)).toBeNull();
    expect(Object.keys(forged).length).toBeGreaterThan(25);
  });

  test('as id_token_hint of an authorization request: invalid_request', async () => {
    for (const [kind, token] of everyForged())
      expect([kind, await errorAtAuthorize(token)]).toEqual([kind, 'invalid_request']);
  });

  test('as id_token_hint of a sign-out: told on a page, nobody is signed out and nothing redirects', async () => {
    for (const [kind, token] of everyForged()) {
      const query = new URLSearchParams({ id_token_hint: token, state: 's' });
      const page = await client.browser.open(`${hosts.authUrl}/oauth/logout?${query}`);
      expect([kind, page.status, page.text.includes('id_token_hint')]).toEqual([kind, 400, true]);
    }
    expect(await errorAtAuthorize(genuine)).toBeNull();
  });

  test('as access token at user-info: 401', async () => {
    for (const [kind, token] of [...everyForged(), ['the ID token itself', genuine] as const]) {
      const answer = await fetch(`${hosts.apiUrl}/user-info`, { headers: { authorization: `Bearer ${token}` } });
      expect([kind, ...(await refusalOf(answer))]).toEqual([kind, 401, 'access-token-invalid']);
    }
  });

  test('as token to look into: exactly {"active":false}', async () => {
    for (const [kind, token] of [...everyForged(), ['the ID token itself', genuine] as const]) {
      const response = await post('/oauth/introspection', { token });
      expect([kind, response.status, await response.text()]).toEqual([kind, 200, '{"active":false}']);
    }
  });

  test('as token to revoke: 200, and nothing happens', async () => {
    for (const [kind, token] of [...everyForged(), ['the ID token itself', genuine] as const]) {
      expect([kind, (await post('/oauth/revocation', { token })).status]).toEqual([kind, 200]);
    }
  });

  test('as code or refresh token: invalid_grant', async () => {
    for (const [kind, token] of [...everyForged(), ['the ID token itself', genuine] as const]) {
      const grants = [
        { grant_type: 'authorization_code', code: token, redirect_uri: CALLBACK },
        { grant_type: 'refresh_token', refresh_token: token },
      ];
      for (const form of grants) {
        const { error } = (await (await post('/oauth/token', form)).json()) as { error: string };
        expect([kind, error]).toEqual([kind, 'invalid_grant']);
      }
    }
  });

  test('an ID token of another application of this server is no hint for this one', async () => {
    const other = await givenClient(hosts, { ...APPLICATION, name: 'Other' });
    const tokens = (await other.tokens({ scope: 'openid' })) as unknown as { id_token: string };
    expect(await errorAtAuthorize(tokens.id_token)).toBe('invalid_request');
  });

  test('a token of ours of another type is no hint: a logout token, signed user information', async () => {
    const signer = await hosts.ports.signingKeys.signer('RS256');
    const claims = { iss: hosts.authUrl, aud: client.apiKey, sub: 'x', sid: 'x', exp: 4e9, iat: 1, auth_time: 1 };
    expect(await errorAtAuthorize(await signer.sign('logout+jwt', claims))).toBe('invalid_request');
    const { sid: _sid, exp: _exp, auth_time: _at, ...userInfo } = claims;
    expect(await errorAtAuthorize(await signer.sign('JWT', userInfo))).toBe('invalid_request');
    const elsewhere = { ...claims, iss: 'https://other.example' };
    expect(await errorAtAuthorize(await signer.sign('JWT', elsewhere))).toBe('invalid_request');
  });

  test('no address inside a token was asked for', () => {
    expect(askedFor).toBe(0);
  });
});
