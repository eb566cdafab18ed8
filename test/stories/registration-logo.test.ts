// The logo of an application (contract 3; cases N1, N7, N9): sent by its editors, served by the auth host as an image
// and as nothing else, and shown where people sign in.
// @module-tag postgres-in-part

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { APPLICATION, type Client, givenClient } from '../helpers/client.ts';
import { HOSTILE_LOGOS, HOSTILE_TYPES } from '../helpers/hostile-logos.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { png, pngChunk, WEBP } from '../helpers/images.ts';
import { letIn } from '../helpers/membership.ts';
import { registerApplication } from '../helpers/server.ts';

let hosts: Hosts;
let client: Client;
let path: string;

beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_REQUESTS_PER_SECOND: '100000' });
  client = await givenClient(hosts, { ...APPLICATION, id_token_signed_response_alg: 'ES256' });
});
afterAll(() => hosts?.stop());
beforeEach(async () => {
  path = `/applications/${(await registerApplication(hosts, client.owner, { name: 'Acme Shop' })).id}`;
});

function call(method: string, at: string, { headers, body, as = client.owner }: Call = {}): Promise<Response> {
  const authorization = `Bearer ${as.apiToken}`;
  return fetch(hosts.apiUrl + at, { method, headers: { authorization, ...headers }, ...(body && { body }) });
}
type Call = { headers?: Record<string, string>; body?: BodyInit; as?: { apiToken: string } };

const put = (body: Buffer | string, type = 'image/png', headers: Record<string, string> = {}, at = path) =>
  call('PUT', `${at}/logo`, { headers: { 'content-type': type, ...headers }, body: new Uint8Array(Buffer.from(body)) });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const logoUri = async (at = path) => ((await (await call('GET', at)).json()) as { logo_uri?: string }).logo_uri;
const detailsOf = async (response: Response) => {
  const { errors = [] } = (await response.json()) as { errors?: { pointer: string; code: string }[] };
  return errors.map(({ pointer, code }) => [pointer, code]);
};

describe('contract 3: the logo as a resource', () => {
  it.each([
    ['image/png', png(512)],
    ['image/webp', WEBP.lossy],
    ['image/webp', WEBP.lossless],
    ['image/webp', WEBP.alpha],
  ])('%s is kept byte by byte', async (type, image) => {
    const stored = await put(image, type);
    expect([stored.status, stored.headers.get('content-type')]).toEqual([200, type]);
    expect(await bytesOf(stored)).toEqual(image);
    const shown = await call('GET', `${path}/logo`);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, type]);
    expect(await bytesOf(shown)).toEqual(image);
    const etag = shown.headers.get('etag') ?? '';
    expect(etag).toBe(stored.headers.get('etag'));
    const again = await call('GET', `${path}/logo`, { headers: { 'if-none-match': etag } });
    expect([again.status, (await bytesOf(again)).length]).toEqual([304, 0]);
    const head = await call('HEAD', `${path}/logo`);
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(image.length)]);
  });

  it('without one GET and DELETE are 404, and the application has no logo_uri', async () => {
    expect((await call('GET', `${path}/logo`)).status).toBe(404);
    expect((await call('DELETE', `${path}/logo`)).status).toBe(404);
    expect(await logoUri()).toBeUndefined();
  });

  it('logo_uri is read-only, changes with the image, and changes the ETag of the application', async () => {
    const before = await call('GET', path);
    await put(png(8));
    const [first, shown] = [await logoUri(), await call('GET', path)];
    expect(first).toMatch(new RegExp(`^${hosts.authUrl}/logos${path.slice('/applications'.length)}/[0-9a-f]{32}$`));
    expect(shown.headers.get('etag')).not.toBe(before.headers.get('etag'));
    const sent = { ...((await shown.json()) as object), logo_uri: 'https://evil.example/x.png', name: 'Other' };
    const changed = await call('PUT', path, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(sent),
    });
    expect([changed.status, ((await changed.json()) as { logo_uri: string }).logo_uri]).toEqual([200, first]);
    await put(png(9));
    expect(await logoUri()).not.toBe(first);
    expect((await call('DELETE', `${path}/logo`)).status).toBe(204);
    expect(await logoUri()).toBeUndefined();
  });

  it('case N9: If-Match must name the logo that is there', async () => {
    expect((await put(png(8), 'image/png', { 'if-match': '*' })).status).toBe(412);
    const etag = (await put(png(8))).headers.get('etag') ?? '';
    expect((await put(png(9), 'image/png', { 'if-match': '"other"' })).status).toBe(412);
    expect((await put('no image', 'image/png', { 'if-match': '"other"' })).status).toBe(412);
    const second = await put(png(9), 'image/png', { 'if-match': etag });
    expect(second.status).toBe(200);
    const remove = (tag: string) => call('DELETE', `${path}/logo`, { headers: { 'if-match': tag } });
    expect((await remove(etag)).status).toBe(412);
    expect((await remove(second.headers.get('etag') ?? '')).status).toBe(204);
  });

  it('two logos at once: one of them whole', { tags: 'postgres' }, async () => {
    const images = [png(8), png(9), WEBP.lossy, WEBP.alpha];
    const answers = await Promise.all(images.map((image, i) => put(image, i < 2 ? 'image/png' : 'image/webp')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const shown = await call('GET', `${path}/logo`);
    const [type, image] = [shown.headers.get('content-type'), await bytesOf(shown)];
    expect(images.slice(...(type === 'image/png' ? [0, 2] : [2, 4])).some((one) => one.equals(image))).toBe(true);
  });
});

describe('contract 3 and 9, case N7: what is taken', () => {
  it.each(HOSTILE_LOGOS)('%s is 400, and the one before stays', async (_, body, type, code) => {
    await put(png(8));
    const refused = await put(body, type);
    expect([refused.status, await detailsOf(refused)]).toEqual([400, [['', code]]]);
    expect(await bytesOf(await call('GET', `${path}/logo`))).toEqual(png(8));
  });

  it.each(HOSTILE_TYPES)('another type is 415: %s', async (type) => {
    expect((await put(png(1), type)).status).toBe(415);
  });

  it('more than 48 KiB is 413, also in chunks; exactly 48 KiB pass', async () => {
    const filled = (size: number) => png(1, 1, { extra: [pngChunk('tEXt', Buffer.alloc(size - png(1).length - 12))] });
    expect((await put(filled(48 * 1024))).status).toBe(200);
    expect((await put(filled(48 * 1024 + 1))).status).toBe(413);
    const chunks = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(filled(48 * 1024 + 1)));
        controller.close();
      },
    });
    const headers = { authorization: `Bearer ${client.owner.apiToken}`, 'content-type': 'image/png' };
    const init = { method: 'PUT', headers, body: chunks, duplex: 'half' } as RequestInit;
    expect((await fetch(`${hosts.apiUrl}${path}/logo`, init)).status).toBe(413);
  });

  it('no body, and one that is compressed', async () => {
    expect((await call('PUT', `${path}/logo`, { headers: { 'content-type': 'image/png' } })).status).toBe(400);
    expect((await put(png(1), 'image/png', { 'content-encoding': 'gzip' })).status).toBe(415);
  });

  it('an Accept without the type of the image is 406', async () => {
    await put(png(1));
    const accepting = async (accept: string) => (await call('GET', `${path}/logo`, { headers: { accept } })).status;
    expect(await accepting('image/webp')).toBe(406);
    expect(await accepting('application/json')).toBe(406);
    expect(await accepting('image/*')).toBe(200);
  });

  it('case N1: another owner gets 404 and changes nothing', async () => {
    await put(png(8));
    const other = await hosts.owner(`other-${Math.random().toString(36).slice(2)}@example.com`);
    for (const method of ['GET', 'DELETE'])
      expect((await call(method, `${path}/logo`, { as: other })).status).toBe(404);
    const headers = { 'content-type': 'image/png' };
    const sent = await call('PUT', `${path}/logo`, { as: other, headers, body: new Uint8Array(png(9)) });
    expect(sent.status).toBe(404);
    expect(await bytesOf(await call('GET', `${path}/logo`))).toEqual(png(8));
  });
});

describe('case N1: who may change it', () => {
  it('an editor may, a viewer sees it and gets 403', async () => {
    await put(png(8));
    const roles = [
      ['editor', 200, 204],
      ['viewer', 403, 403],
    ] as const;
    for (const [role, onPut, onDelete] of roles) {
      const email = `${role}-${path.slice(-8)}@example.com`;
      const as = await hosts.owner(email);
      await letIn(hosts, path.slice(-32), { email, role });
      const headers = { 'content-type': 'image/png' };
      const sent = await call('PUT', `${path}/logo`, { as, headers, body: new Uint8Array(png(9)) });
      expect([role, sent.status]).toEqual([role, onPut]);
      expect((await call('GET', `${path}/logo`, { as })).status).toBe(200);
      expect([role, (await call('DELETE', `${path}/logo`, { as })).status]).toEqual([role, onDelete]);
      await put(png(8));
    }
  });
});

describe('case N7: how the auth host serves it', () => {
  it('to anybody, for ever, as an image and nothing else', async () => {
    await put(WEBP.lossy, 'image/webp');
    const response = await fetch((await logoUri()) ?? '');
    expect(response.status).toBe(200);
    expect(await bytesOf(response)).toEqual(WEBP.lossy);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'; sandbox"),
    });
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  it('under its own path only, and no longer than it is the logo', async () => {
    await put(png(8));
    const uri = (await logoUri()) ?? '';
    const statusOf = async (address: string) => (await fetch(address)).status;
    expect(await statusOf(uri.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')))).toBe(404);
    expect(await statusOf(`${uri}.png`)).toBe(404);
    expect(await statusOf(uri.replace(hosts.authUrl, hosts.apiUrl))).toBe(404);
    await put(png(9));
    expect(await statusOf(uri)).toBe(404);
    const second = (await logoUri()) ?? '';
    await call('DELETE', path);
    expect(await statusOf(second)).toBe(404);
  });
});

describe('contract 3: where people see it', () => {
  it('on the pages of a sign-in and on the account page; without one the initial stands there', async () => {
    const at = `/applications/${client.applicationId}`;
    hosts.clock.advance(1);
    const pages = async () => [
      (await client.browser.open(client.authorizeUrl({ prompt: 'consent' }))).html,
      (await client.browser.open(client.authorizeUrl({ prompt: 'login' }))).html,
      (await client.browser.open(`${hosts.authUrl}/account/connections`)).html,
    ];
    for (const html of await pages()) {
      expect(html).toContain('class="mark hue-');
      expect(html).not.toContain('/logos/');
    }
    await put(png(8), 'image/png', {}, at);
    const src = new URL((await logoUri(at)) ?? '').pathname;
    // The name stands beside it, so it is described as nothing.
    for (const html of await pages()) expect(html).toMatch(new RegExp(`src="${src}" alt(?:="")? `));
  });
});
