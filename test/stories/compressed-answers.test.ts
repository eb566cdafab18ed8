// Which answers are compressed, and how they are asked for (decision 36; RFC 9110 8.4, 8.8.3.3 and 12.5.3). What
// differs from one person or request to the next never is: its length would tell of the secrets in it (BREACH).
import { type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, givenClient } from '../helpers/client.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

let hosts: Hosts;
let client: Client;
/** Address → what it is without a coding. */
let constant: ReadonlyMap<string, Answer>;

beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_REQUESTS_PER_SECOND: '100000' });
  client = await givenClient(hosts);
  const html = (await get('/catalogue')).body.toString();
  const assets = [...html.matchAll(/(?:href|src)="(\/assets\/(?:style|wide|script)-[^"]+)"/g)].map(([, path]) => path);
  const metadata = ['openid-configuration', 'oauth-authorization-server'].map((name) => `/.well-known/${name}`);
  const paths = [...assets, ...metadata, '/openapi', '/errors', '/api-reference', '/button'].map(String);
  constant = new Map(await Promise.all(paths.map(async (path) => [path, await get(path)] as const)));
});
afterAll(() => hosts?.stop());

/** As the bytes come. */
function get(path: string, acceptEncoding?: string, more: object = {}, method = 'GET'): Promise<Answer> {
  const headers = { ...(acceptEncoding !== undefined && { 'accept-encoding': acceptEncoding }), ...more };
  return new Promise((resolve, reject) => {
    const asked = request(new URL(path, hosts.authUrl), { method, headers, agent: false }, async (response) => {
      const body = Buffer.concat(await response.toArray());
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
    });
    asked.on('error', reject).end();
  });
}

const codingOf = async (acceptEncoding?: string) => {
  const { status, headers } = await get('/openapi', acceptEncoding);
  return status === 200 ? (headers['content-encoding'] ?? 'identity') : status;
};

describe('what is the same for everybody', () => {
  test('is all there', () => {
    const names = [...constant.keys()].map((path) => path.replace(/-[0-9a-f]{16}$/, ''));
    expect(names).toHaveLength(9);
    expect(new Set(names)).toEqual(
      new Set([
        ...['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration', '/assets/script'],
        ...['/api-reference', '/button', '/assets/style', '/assets/wide', '/errors', '/openapi'],
      ]),
    );
    for (const { status, headers } of constant.values()) {
      expect(status).toBe(200);
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers.vary).toBe('Accept-Encoding');
    }
  });

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('is the same in %s, and smaller', async (coding, decode) => {
    for (const [path, plain] of constant) {
      const { status, headers, body } = await get(path, coding);
      expect(status).toBe(200);
      expect(headers).toMatchObject({ 'content-encoding': coding, vary: 'Accept-Encoding' });
      expect(headers['content-length']).toBe(String(body.length));
      expect(body.length).toBeLessThan(plain.body.length / 2);
      expect(decode(body).equals(plain.body)).toBe(true);
      for (const name of ['content-type', 'cache-control', 'content-security-policy']) {
        expect(headers[name]).toBe(plain.headers[name]);
      }
    }
  });

  test('HEAD has the headers of GET, and nothing else', async () => {
    for (const path of constant.keys()) {
      const [head, whole] = await Promise.all([get(path, 'gzip, br', {}, 'HEAD'), get(path, 'gzip, br')]);
      expect(head.status).toBe(200);
      expect(head.body.length).toBe(0);
      for (const name of ['content-length', 'content-encoding', 'content-type', 'etag', 'vary', 'cache-control']) {
        expect(head.headers[name]).toBe(whole.headers[name]);
      }
      expect(head.headers['content-encoding']).toBe('br');
    }
  });

  test('RFC 9110 8.8.3.3: each coding has a strong tag of its own, by which it is not sent again', async () => {
    for (const path of ['/openapi', '/errors', '/.well-known/openid-configuration']) {
      const answers = await Promise.all([undefined, 'gzip', 'br'].map((coding) => get(path, coding)));
      const tags = answers.map(({ headers }) => String(headers.etag));
      expect(new Set(tags).size).toBe(3);
      for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
      for (const [index, coding] of [undefined, 'gzip', 'br'].entries()) {
        const known = await get(path, coding, { 'if-none-match': tags[index] });
        expect(known).toMatchObject({ status: 304, headers: { etag: tags[index], vary: 'Accept-Encoding' } });
        expect(known.headers['content-encoding']).toBeUndefined();
        const other = await get(path, coding, { 'if-none-match': tags[(index + 1) % 3] });
        expect(other.status).toBe(200);
      }
    }
  });

  test('answers from the first request on, however many ask at once', async () => {
    const fresh = await startHosts();
    try {
      const ask = () => fetch(`${fresh.authUrl}/openapi`, { headers: { 'accept-encoding': 'br' } });
      const texts = await Promise.all(Array.from({ length: 5 }, async () => (await ask()).text()));
      expect(new Set(texts).size).toBe(1);
      expect(JSON.parse(texts[0] ?? '')).toHaveProperty('openapi');
    } finally {
      await fresh.stop();
    }
  });
});

describe('RFC 9110 12.5.3: Accept-Encoding', () => {
  test.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['gzip ; q=0.2 , br ; q=0.3', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.000, gzip;q=0.0', 'identity'],
    ['identity', 'identity'],
    ['identity, gzip;q=0.5', 'identity'],
    ['identity;q=0.1, gzip;q=0.2', 'gzip'],
    ['identity;q=0, gzip;q=0.001', 'gzip'],
    ['deflate, compress', 'identity'],
    ['*', 'br'],
    ['*;q=0.5, gzip', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0, gzip', 'gzip'],
    ['*;q=0, identity', 'identity'],
    ['gzip;q=2, br;q=x', 'identity'],
    [';;, ,=,gzip', 'gzip'],
  ])('%s: %s', async (acceptEncoding, coding) => {
    expect(await codingOf(acceptEncoding)).toBe(coding);
  });

  test.each(['identity;q=0', '*;q=0', 'deflate, identity;q=0', 'br;q=0, gzip;q=0, identity;q=0'])(
    '%s: 406 when nothing is left',
    async (acceptEncoding) => {
      const { status, headers, body } = await get('/openapi', acceptEncoding);
      expect(status).toBe(406);
      expect(headers.vary).toBe('Accept-Encoding');
      expect(body.toString()).toContain('br and gzip');
    },
  );
});

describe('BREACH: never compressed is', () => {
  const EVERY_CODING = { 'accept-encoding': 'br, gzip, deflate, *' };
  const cookie = () =>
    [...client.browser.cookies(`${hosts.authUrl}/`)].map(([name, value]) => `${name}=${value}`).join('; ');

  test.each([
    ...['/', '/login', '/sign-up', '/select-account', '/catalogue', '/errors?q=code', '/signed-out', '/nowhere'],
    ...['/account', '/console', '/console/new', '/oauth/jwks'],
  ])('%s, whether or not somebody is signed in', async (path) => {
    for (const more of [{}, { cookie: cookie() }]) {
      const { headers, body } = await get(path, 'br, gzip, deflate, *', more);
      expect(headers['content-encoding']).toBeUndefined();
      if (body.length > 0) expect(body.toString()).toMatch(/^(?:<!doctype html>|\{)/);
    }
  });

  test('a page with a form and its secret', async () => {
    const consent = await client.browser.open(client.authorizeUrl({ prompt: 'consent' }), { headers: EVERY_CODING });
    expect(consent.form({ action: '/consent' }).fields).toContain('csrf');
    expect(consent.headers.get('content-encoding')).toBeNull();
    expect(consent.headers.get('vary')).toBeNull();
  });

  test('an answer with tokens, or with what somebody agreed to', async () => {
    const form = {
      method: 'POST',
      body: new URLSearchParams(client.codeForm(await client.code())),
      headers: EVERY_CODING,
    };
    const answer = await fetch(`${hosts.authUrl}/oauth/token`, form);
    const tokens = (await answer.json()) as { access_token: string };
    expect(answer.headers.get('content-encoding')).toBeNull();
    const authorization = `Bearer ${tokens.access_token}`;
    const person = await fetch(`${hosts.apiUrl}/user-info`, { headers: { ...EVERY_CODING, authorization } });
    expect(await person.json()).toHaveProperty('sub');
    expect(person.headers.get('content-encoding')).toBeNull();
  });

  test('an answer of the registration API', async () => {
    const headers = { ...EVERY_CODING, authorization: `Bearer ${client.owner.apiToken}` };
    const answer = await fetch(`${hosts.apiUrl}/applications/${client.applicationId}`, { headers });
    expect(answer.status).toBe(200);
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(500);
    expect(answer.headers.get('content-encoding')).toBeNull();
  });
});
