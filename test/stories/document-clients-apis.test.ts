// A client that nobody registered gets tokens for an API that lets such clients ask (contract 45, 46): from the first
// request through consent to a refresh and a second scope, and what ends it.
import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Api } from '../../src/core/applications/apis/api.ts';
import type { Browser } from '../helpers/browser.ts';
import { documentOf, givenDocuments, requestOf, sendToken } from '../helpers/document-clients.ts';
import { editApi, givenApi } from '../helpers/given-api.ts';
import { givenPerson } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';

const URL_OF = 'https://client.example/oauth/client.json';
const AT_PORT = 'http://localhost:51234/callback';
const MCP = 'https://mcp.example/mcp';

let hosts: Hosts;
let api: Api;
let browser: Browser;
beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_CLIENT_METADATA_DOCUMENTS: 'client.example' });
  givenDocuments(hosts).at.set(URL_OF, documentOf(URL_OF, ['http://localhost/callback']));
  const scopes = [
    { name: 'tools.list', label: 'See the tools', byDefault: true },
    { name: 'tools.run', label: 'Run tools' },
  ];
  api = await givenApi(hosts, { resource: MCP, name: 'Tool box', scopes, documents: true });
  // Owners' applications may ask for it, and such clients may not.
  const closed = { resource: 'https://closed.example', applications: 'any' } as const;
  await givenApi(hosts, { ...closed, scopes: [{ name: 'closed.read', byDefault: true }] });
});
afterAll(() => hosts?.stop());
beforeEach(async () => {
  browser = (await givenPerson(hosts)).browser;
});

const asking = (more: object) => requestOf(hosts, URL_OF, AT_PORT, { resource: MCP, ...more });
/** Opens the page of consent, ticks the scopes, and redeems the code. */
async function agreeTo(items: readonly string[], more: object = {}) {
  const { href, form } = asking(more);
  const page = await browser.open(href, { stopAt: AT_PORT });
  const consent = page.form({ action: '/consent' });
  const back = await browser.submit(consent, { item: [...items] }, { press: 'agree', stopAt: AT_PORT });
  const { status, body } = await sendToken(hosts, form(back.url.searchParams.get('code') ?? `none: ${back.url}`));
  return { page, status, body };
}
const refresh = (token: unknown, more: Record<string, string> = {}) =>
  sendToken(hosts, { grant_type: 'refresh_token', client_id: URL_OF, refresh_token: String(token), ...more });
const errorAt = async (more: object) => {
  const { url } = await browser.open(asking(more).href, { stopAt: AT_PORT });
  return url.searchParams.get('error');
};
async function verified(token: unknown) {
  const metadata = (await (await fetch(`${hosts.authUrl}/.well-known/oauth-authorization-server`)).json()) as {
    jwks_uri: string;
    issuer: string;
  };
  const keys = createRemoteJWKSet(new URL(metadata.jwks_uri), { [customFetch]: fetch });
  const options = { issuer: metadata.issuer, audience: MCP, typ: 'at+jwt', currentDate: new Date(hosts.clock.now()) };
  return (await jwtVerify(String(token), keys, options)).payload;
}

test('contract 46: resource and scope → consent → a JWT for the resource → refresh → a second scope', async () => {
  const first = await agreeTo(['tools.list'], { scope: 'tools.list offline_access' });
  expect(first.page.text).toContain('See the tools');
  expect(first.page.text).toContain('Tool box');
  expect(first.page.text).not.toContain('Run tools');
  expect(first.body).toMatchObject({ token_type: 'Bearer', scope: 'tools.list', expires_in: 300 });
  const claims = await verified(first.body.access_token);
  expect(claims).toMatchObject({ aud: MCP, client_id: URL_OF, scope: 'tools.list' });

  const refreshed = await refresh(first.body.refresh_token, { resource: MCP });
  expect(await verified(refreshed.body.access_token)).toMatchObject({ sub: claims.sub, scope: 'tools.list' });

  const more = await agreeTo(['tools.list', 'tools.run'], { scope: 'tools.list tools.run' });
  expect(more.page.text).toContain('Run tools');
  expect(await verified(more.body.access_token)).toMatchObject({ sub: claims.sub, scope: 'tools.list tools.run' });
  expect((await browser.open(`${hosts.authUrl}/account/connections`)).text).toContain('Run tools');
});

test('contract 46: without a scope the page asks for those by default; what else is asked counts for nothing', async () => {
  const { page, body } = await agreeTo(['tools.list', 'tools.run', 'email', 'closed.read']);
  expect(page.text).not.toContain('Run tools');
  expect(body.scope).toBe('tools.list');
  const other = await agreeTo(['tools.run', 'email', 'closed.read'], { scope: 'tools.run email groups closed.read' });
  expect(other.page.text).not.toContain('closed.read');
  expect(other.body.scope).toBe('tools.run');
});

test('contract 46: another resource, and a token for one that was not asked for', async () => {
  expect(await errorAt({ resource: 'https://closed.example' })).toBe('invalid_target');
  expect(await errorAt({ resource: 'https://nothing.example' })).toBe('invalid_target');
  expect(await errorAt({ prompt: 'none' })).toBe('consent_required');
  const { body } = await agreeTo(['tools.list']);
  expect((await refresh(body.refresh_token, { resource: 'https://closed.example' })).body.error).toBe('invalid_target');
  expect((await refresh(body.refresh_token)).status).toBe(200);
});

test('contract 46: a scope that the person takes back is gone at the next refresh', async () => {
  const { body } = await agreeTo(['tools.list', 'tools.run'], { scope: 'tools.list tools.run' });
  const page = await browser.open(`${hosts.authUrl}/account/connections`);
  await browser.submit(page.form({ action: '/account/connections' }), { item: ['tools.run'] }, { press: 'save' });
  expect((await refresh(body.refresh_token)).body.scope).toBe('tools.run');
});

test('contract 46: an API that is closed to such clients is closed at once, and what has not ended revives', async () => {
  const { body } = await agreeTo(['tools.list']);
  await editApi(hosts, api.id, (current) => ({ ...current, documents: false }));
  expect((await refresh(body.refresh_token)).body.error).toBe('invalid_grant');
  expect((await refresh(body.refresh_token, { resource: MCP })).body.error).toBe('invalid_target');
  // With no API left, resource is ignored, as it is of any application without one.
  const closed = await browser.open(asking({ scope: 'tools.list' }).href, { stopAt: AT_PORT });
  expect(closed.text).not.toContain('See the tools');
  await editApi(hosts, api.id, (current) => ({ ...current, documents: true }));
  expect((await refresh(body.refresh_token)).status).toBe(200);
});
