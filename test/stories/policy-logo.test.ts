// The logo of the service, a member of the policy (contract 29; case N7): by the API, in the console, and where it shows.
// @module-tag postgres-in-part
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { createApiToken } from '../../src/core/applications/api-tokens/create-api-token.ts';
import { createAccount } from '../../src/core/people/accounts/create-account.ts';
import { changePolicy } from '../../src/core/server/policy/change-policy.ts';
import { Browser } from '../helpers/browser.ts';
import { givenSession } from '../helpers/given-person.ts';
import { HOSTILE_LOGOS, HOSTILE_TYPES } from '../helpers/hostile-logos.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { png, WEBP } from '../helpers/images.ts';
import { givenLivePolicy } from '../helpers/live-policy.ts';
import { newEmail, PASSWORD } from './account-pages.ts';
import { formNamed, hasForm } from './console-pages.ts';

const IMAGE = png(24);
let hosts: Hosts;
let token: string;
let browser: Browser;
beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_REQUESTS_PER_SECOND: '100000' });
  const email = newEmail();
  await createAccount(hosts.ports, { email, role: 'operator', nickname: undefined, password: PASSWORD });
  browser = new Browser();
  await givenSession(hosts, browser, email);
  const made = await createApiToken(hosts.ports, { email, name: 'x', expiresInDays: 1, scopes: ['policy'] });
  token = made.kind === 'created' ? made.token : '';
});
afterAll(() => hosts?.stop());
beforeEach(async () => {
  await changePolicy(hosts.ports, { wanted: { logo: null } });
});

const call = (method: string, path: string, headers: Record<string, string> = {}, body?: BodyInit) =>
  fetch(hosts.apiUrl + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(body !== undefined && { body }),
  });
const put = (body: Buffer | string, type = 'image/png', headers: Record<string, string> = {}) =>
  call('PUT', '/policy/logo', { 'content-type': type, ...headers }, new Uint8Array(Buffer.from(body)));
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const logoUri = async () => ((await (await call('GET', '/policy')).json()) as { logo_uri: string | null }).logo_uri;
const stored = () => hosts.ports.livePolicy.values().logo;
const policyPage = () => browser.open(`${hosts.authUrl}/console/policy`);
const file = (bytes: Buffer | string, type = 'image/png', name = 'logo.png') =>
  new File([new Uint8Array(Buffer.from(bytes))], name, { type });

describe('contract 29: the logo of the service by the API', () => {
  it.each([
    ['image/png', png(512)],
    ['image/webp', WEBP.alpha],
  ])('%s is kept byte by byte, and served to everybody as an image alone', async (type, image) => {
    expect((await call('GET', '/policy/logo')).status).toBe(404);
    expect(await logoUri()).toBeNull();
    const set = await put(image, type);
    expect([set.status, set.headers.get('content-type'), await bytesOf(set)]).toEqual([200, type, image]);
    expect(await bytesOf(await call('GET', '/policy/logo'))).toEqual(image);
    const uri = (await logoUri()) ?? '';
    expect(uri).toMatch(new RegExp(`^${hosts.authUrl}/logos/service/[0-9a-f]{32}$`));
    const served = await fetch(uri);
    expect([served.status, await bytesOf(served)]).toEqual([200, image]);
    expect(Object.fromEntries(served.headers)).toMatchObject({
      ...{ 'content-type': type, 'x-content-type-options': 'nosniff' },
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    expect((await call('DELETE', '/policy/logo')).status).toBe(204);
    expect([(await fetch(uri)).status, (await call('DELETE', '/policy/logo')).status]).toEqual([404, 404]);
  });

  it('case N9: If-Match must name the logo that is there', async () => {
    expect((await put(IMAGE, 'image/png', { 'if-match': '*' })).status).toBe(412);
    const etag = (await put(IMAGE)).headers.get('etag') ?? '';
    expect((await put(png(9), 'image/png', { 'if-match': '"other"' })).status).toBe(412);
    const second = await put(png(9), 'image/png', { 'if-match': etag });
    expect(second.status).toBe(200);
    expect((await call('DELETE', '/policy/logo', { 'if-match': etag })).status).toBe(412);
    const known = await call('GET', '/policy/logo', { 'if-none-match': second.headers.get('etag') ?? '' });
    expect(known.status).toBe(304);
  });

  it.each(HOSTILE_LOGOS)('case N7: %s is 400, and the one before stays', async (_, body, type, code) => {
    await put(IMAGE);
    const refused = await put(body, type);
    const { errors } = (await refused.json()) as { errors: { code: string }[] };
    expect([refused.status, errors.map((one) => one.code)]).toEqual([400, [code]]);
    expect(await bytesOf(await call('GET', '/policy/logo'))).toEqual(IMAGE);
  });

  it.each(HOSTILE_TYPES)('case N7: another type is 415: %s', async (type) => {
    expect((await put(IMAGE, type)).status).toBe(415);
  });

  it('more than 48 KiB is 413; PATCH takes no logo, and sends back its URL unchanged', async () => {
    expect((await put(Buffer.alloc(48 * 1024 + 1))).status).toBe(413);
    await put(IMAGE);
    const patch = (body: object) =>
      call('PATCH', '/policy', { 'content-type': 'application/merge-patch+json' }, JSON.stringify(body));
    for (const logo of [null, 'https://evil.example/x.png']) expect((await patch({ logo })).status).toBe(400);
    expect((await patch({ logo_uri: 'https://evil.example/x.png' })).status).toBe(200);
    expect(await bytesOf(await fetch((await logoUri()) ?? ''))).toEqual(IMAGE);
  });

  it('of four at once one whole logo stands, and the audit names the member, never the image', {
    tags: 'postgres',
  }, async () => {
    const images = [png(8), png(9), png(10), png(11)];
    expect((await Promise.all(images.map((image) => put(image)))).map(({ status }) => status)).toEqual(
      Array(4).fill(200),
    );
    const shown = await bytesOf(await call('GET', '/policy/logo'));
    expect(images.some((image) => image.equals(shown))).toBe(true);
    const [entry] = await hosts.ports.audit.list({ limit: 1 });
    expect(entry).toMatchObject({ action: 'PUT /policy/logo', fields: ['logo'] });
    expect(JSON.stringify(entry)).not.toContain(shown.toString('base64').slice(0, 24));
  });

  it('a token without the scope policy is 403, and changes nothing', async () => {
    const { apiToken } = await hosts.owner(newEmail());
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const headers = { authorization: `Bearer ${apiToken}`, ...(method === 'PUT' && { 'content-type': 'image/png' }) };
      const body = method === 'PUT' ? new Uint8Array(IMAGE) : undefined;
      expect([method, (await call(method, '/policy/logo', headers, body)).status]).toEqual([method, 403]);
    }
    expect(stored()).toBeUndefined();
  });
});

describe('contract 29: the logo of the service in the console', () => {
  test('is set from a form, shown on every page, and removed', async () => {
    const set = await browser.submitFiles(formNamed(await policyPage(), 'logo'), [['logo', file(IMAGE)]]);
    expect([set.status, set.url.search]).toEqual([200, '?notice=logo-set']);
    const src = `src="/logos/service/${stored()?.hash}"`;
    for (const path of ['/', '/login', '/account', '/console']) {
      expect([path, (await browser.open(hosts.authUrl + path)).html.includes(src)]).toEqual([path, true]);
    }
    const removed = await browser.submit(formNamed(set, 'logo-remove'));
    expect(removed.url.search).toBe('?notice=logo-removed');
    expect([removed.html.includes('/logos/service/'), hasForm(removed, 'logo-remove')]).toEqual([false, false]);
  });

  test.each<[string, number, File]>([
    ['an SVG image', 400, file('<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml', 'logo.svg')],
    ['a page called .png', 400, file('<!doctype html><script>alert(1)</script>')],
    ['no file', 400, new File([], '', { type: 'application/octet-stream' })],
    ['an image that is too large', 413, file(Buffer.alloc(48 * 1024 + 1, 7))],
  ])('case N7: %s is %i beside its field, and the one before stays', async (_, status, sent) => {
    await put(IMAGE);
    const back = await browser.submitFiles(formNamed(await policyPage(), 'logo'), [['logo', sent]]);
    expect([back.status, back.html.includes('id="logo-logo-fault"')]).toEqual([status, true]);
    expect(Buffer.from(stored()?.image ?? '', 'base64')).toEqual(IMAGE);
  });

  test('saving the rest of the policy leaves it, and a form that showed another policy changes nothing', async () => {
    const form = formNamed(await policyPage(), 'logo');
    await put(IMAGE);
    const back = await browser.submitFiles(form, [['logo', file(png(9))]]);
    expect([back.status, stored()?.image]).toEqual([409, IMAGE.toString('base64')]);
    await browser.submit(formNamed(await policyPage(), 'policy'), { minimum_age: '9' });
    expect([hosts.ports.livePolicy.values().minimumAge, stored()?.image]).toEqual([9, IMAGE.toString('base64')]);
  });

  test('LATCHKEY_POLICY_LOCKED=true locks it: nothing changes, and the stored one is not shown', async () => {
    await put(IMAGE);
    const locked = givenLivePolicy(hosts.ports.policy, { env: { LATCHKEY_POLICY_LOCKED: 'true' } });
    const changed = await changePolicy({ ...hosts.ports, livePolicy: locked }, { wanted: { logo: stored() } });
    expect(changed).toMatchObject({
      kind: 'conflict',
      refusals: [{ code: 'policy-locked', detail: 'logo is locked by LATCHKEY_POLICY_LOCKED.' }],
    });
    expect(locked.values().logo).toBeUndefined();
  });
});

test('contract 29: a process that follows an older policy reads what is newer', async () => {
  const other = givenLivePolicy(hosts.ports.policy);
  await other.refresh();
  const before = other.revision();
  await put(IMAGE);
  expect(await other.refresh()).toBe(true);
  expect([other.values().logo?.image, other.revision() > before]).toEqual([IMAGE.toString('base64'), true]);
});

test('contract 29: dark pages show a logo of their own, which is set and removed by itself', async () => {
  const [light, dark] = [png(24), png(32)];
  const put = (path: string, image: Buffer) =>
    call('PUT', path, { 'content-type': 'image/png' }, new Uint8Array(image));
  expect([(await put('/policy/logo', light)).status, (await put('/policy/logo-dark', dark)).status]).toEqual([
    200, 200,
  ]);
  const shown = (await (await call('GET', '/policy')).json()) as { logo_uri: string; logo_dark_uri: string };
  expect(await bytesOf(await fetch(shown.logo_dark_uri))).toEqual(dark);
  const path = (uri: string) => new URL(uri).pathname;
  const home = await new Browser().open(`${hosts.authUrl}/login`);
  expect(home.html).toContain(`<source media="(prefers-color-scheme: dark)" srcset="${path(shown.logo_dark_uri)}"/>`);
  expect(home.html).toContain(`src="${path(shown.logo_uri)}"`);
  const set = await browser.submitFiles(formNamed(await policyPage(), 'logo-dark'), [['logo', file(IMAGE)]]);
  expect(set.text).toContain('The logo was saved');
  expect(await bytesOf(await call('GET', '/policy/logo-dark'))).toEqual(IMAGE);
  const removed = await browser.submit(formNamed(await policyPage(), 'logo-dark-remove'));
  expect(removed.text).toContain('The logo was removed');
  expect([stored()?.hash === undefined, hosts.ports.livePolicy.values().logoDark]).toEqual([false, undefined]);
});
