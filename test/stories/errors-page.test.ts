// Errors that teach (contract 9; RFC 6749 5.2, RFC 9457): what every answer's error_uri, type and link lead to is
// there.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CatalogueEntry, ERROR_CATALOGUE } from '../../src/core/applications/error-catalogue.ts';
import { APPLICATION, type Client, givenClient } from '../helpers/client.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';

let hosts: Hosts;
let client: Client;
let page: string;
beforeAll(async () => {
  hosts = await startHosts();
  client = await givenClient(hosts, { ...APPLICATION, id_token_signed_response_alg: 'ES256' });
  page = await (await fetch(`${hosts.authUrl}/errors`)).text();
});
afterAll(() => hosts?.stop());

const textOf = ({ code, title, cause, cure, reportedAs }: CatalogueEntry) =>
  [code, title, cause, cure, ...reportedAs].join(' ');
const codes = ERROR_CATALOGUE.flatMap(({ entries }) => entries.map(({ code }) => code));
const anchors = () => [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
/** The code that an address of the page leads to. */
const codeAt = (address: unknown): string | undefined => {
  const [path, code] = String(address).split('#');
  return path === `${hosts.authUrl}/errors` && anchors().includes(code) ? code : undefined;
};
const html = async (url: string): Promise<string> => (await fetch(url, { headers: { accept: 'text/html' } })).text();

describe('GET /errors', () => {
  it('is public, and has every code with its cause and cure as an anchor of its own', async () => {
    expect(anchors().filter((id) => codes.includes(id ?? ''))).toEqual(codes);
    expect(page).toContain('The SHA-256 of the verifier differs from the challenge');
    expect(new Set(anchors()).size).toBe(anchors().length);
  });

  it('speaks the reader’s language, with the same anchors', async () => {
    const korean = await html(`${hosts.authUrl}/errors?ui_locales=ko`);
    expect(korean).toContain('<html lang="ko">');
    expect(korean).toContain('verifier의 SHA-256이 challenge와 달라요');
    expect(korean).not.toContain('The SHA-256 of the verifier');
    expect([...korean.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)).toEqual(anchors());
  });

  it('opens with a table of contents that leads to every chapter and code', () => {
    const linked = [...page.matchAll(/<a href="#([^"]+)"/g)].map(([, id]) => id);
    expect(linked.filter((id) => id !== 'main')).toEqual(
      ERROR_CATALOGUE.flatMap((chapter) => [chapter.id, ...chapter.entries.map(({ code }) => code)]),
    );
  });

  it('is kept by browsers, which ask whether it has changed, in each language for itself', async () => {
    const get = (query: string, more: Record<string, string> = {}) =>
      fetch(`${hosts.authUrl}/errors${query}`, { headers: { 'accept-encoding': 'identity', ...more } });
    const [english, korean] = await Promise.all([get(''), get('?ui_locales=ko')]);
    expect(english.headers.get('cache-control')).toBe('private, no-cache');
    const tag = english.headers.get('etag') ?? '';
    expect(korean.headers.get('etag')).not.toBe(tag);
    expect((await get('', { 'if-none-match': tag })).status).toBe(304);
    expect((await get('?ui_locales=ko', { 'if-none-match': tag })).status).toBe(200);
  });

  it('shows nothing about who is signed in', async () => {
    const signedIn = await client.browser.open(`${hosts.authUrl}/errors`);
    expect(signedIn.html).toBe(page);
  });

  it('is the auth host’s alone', async () => {
    expect((await fetch(`${hosts.apiUrl}/errors`)).status).toBe(404);
    expect((await fetch(`${hosts.authUrl}/errors`, { method: 'POST' })).status).toBe(405);
  });
});

describe('GET /errors?q=', () => {
  const find = async (query: string, language = 'en') => {
    const found = await html(`${hosts.authUrl}/errors?q=${encodeURIComponent(query)}&ui_locales=${language}`);
    return { html: found, codes: [...found.matchAll(/<div class="entry" id="([^"]+)"/g)].map(([, code]) => code) };
  };

  it.each([
    ['verifier-mismatch', ['verifier-mismatch']],
    ['VERIFIER sha-256 overlap', ['verifier-mismatch']],
    ['409', ERROR_CATALOGUE.flatMap(({ entries }) => entries.filter(({ reportedAs }) => reportedAs.includes(409)))],
    ['unsupported_grant_type', ['grant-type-unsupported']],
    ['no such thing', []],
    ['title', ERROR_CATALOGUE.flatMap(({ entries }) => entries.filter((entry) => /title/i.test(textOf(entry))))],
  ])('finds what has every word, in any case: %s', async (query, expected) => {
    expect((await find(query)).codes).toEqual(expected.map((one) => (typeof one === 'string' ? one : one.code)));
  });

  it('finds Korean and English texts on the Korean page, and only English ones on the English page', async () => {
    expect((await find('겹쳐서', 'ko')).codes).toEqual(['verifier-mismatch']);
    expect((await find('overlap', 'ko')).codes).toEqual(['verifier-mismatch']);
    expect((await find('겹쳐서')).codes).toEqual([]);
  });

  it('keeps what was searched for, in the field and when the language is switched', async () => {
    const { html: found } = await find('a "b" <c>');
    expect(found).toMatch(/<input [^>]*value="a &quot;b&quot; &lt;c>"/);
    expect(found).toContain('href="/errors?q=a%20%22b%22%20%3Cc%3E&amp;ui_locales=ko"');
    expect(found).toContain('No error matches');
  });

  it('shows everything for an empty search, and reads at most 100 characters', async () => {
    expect((await find('  ')).codes).toEqual(codes);
    expect((await find('x'.repeat(101))).html).toContain(`value="${'x'.repeat(100)}"`);
  });
});

describe('what leads there', () => {
  const post = async (path: string, form: Record<string, string>) => {
    const response = await fetch(`${hosts.authUrl}/oauth/${path}`, { method: 'POST', body: new URLSearchParams(form) });
    return (await response.json()) as Record<string, string>;
  };

  it.each<[string, string, Record<string, string>, string, string]>([
    ['token', 'no such application', { client_id: 'nobody' }, 'invalid_client', 'unknown-client'],
    ['token', 'no grant type', {}, 'invalid_request', 'grant-type-missing'],
    ['token', 'another grant type', { grant_type: 'password' }, 'unsupported_grant_type', 'grant-type-unsupported'],
    [
      'token',
      'a refresh token that was never made',
      { grant_type: 'refresh_token', refresh_token: 'x' },
      'invalid_grant',
      'refresh-token-invalid',
    ],
    ['revocation', 'no token', {}, 'invalid_request', 'parameter-missing'],
    ['introspection', 'no secret', { token: 'x' }, 'invalid_client', 'client-secret-needed'],
  ])('error_uri of /oauth/%s: %s', async (path, _, form, error, code) => {
    const body = await post(path, { client_id: client.apiKey, ...form });
    expect([body.error, codeAt(body.error_uri)]).toEqual([error, code]);
    expect(Object.keys(body)).toEqual(['error', 'error_description', 'error_uri']);
  });

  it('case G5: causes that a thief must not tell apart have one code', async () => {
    const { refresh_token } = await client.tokens();
    const used = client.refreshForm(refresh_token);
    await client.token(used);
    const { access_token } = await client.tokens();
    hosts.clock.advance(60_000);
    const tries = [used, client.refreshForm('lk_rt_guess'), client.refreshForm(access_token)];
    const answers = await Promise.all(tries.map((form) => client.token(form)));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  it('type of problems at both hosts, with the code of each fault', async () => {
    const typeOf = async (url: string, init?: RequestInit) =>
      codeAt(((await (await fetch(url, init)).json()) as { type: string }).type);
    expect(await typeOf(`${hosts.apiUrl}/applications`)).toBe('token-missing');
    expect(await typeOf(`${hosts.apiUrl}/nothing`)).toBe('not-found');
    expect(await typeOf(`${hosts.authUrl}/nothing`)).toBe('not-found');
    expect(await typeOf(`${hosts.apiUrl}/user-info`, { headers: { authorization: 'Bearer x' } })).toBe(
      'access-token-invalid',
    );
    const response = await fetch(`${hosts.apiUrl}/applications`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.owner.apiToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: '', extra: 1 }),
    });
    const problem = (await response.json()) as { type: string; errors: { pointer: string; code: string }[] };
    expect(codeAt(problem.type)).toBe('input-faulty');
    expect(problem.errors.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['/extra', 'member-unknown'],
      ['/name', 'name-missing'],
    ]);
    for (const { code } of problem.errors) expect(anchors()).toContain(code);
  });

  it('the link for developers on error pages of authorization and sign-out', async () => {
    const linkOf = (text: string) => codeAt(`${hosts.authUrl}${/href="(\/errors#[^"]+)"/.exec(text)?.[1]}`);
    const authorize = `${hosts.authUrl}/oauth/authorize?client_id=${client.apiKey}`;
    expect(linkOf(await html(`${hosts.authUrl}/oauth/authorize`))).toBe('client-id-missing');
    expect(linkOf(await html(`${authorize}&redirect_uri=x`))).toBe('redirect-uri-malformed');
    expect(linkOf(await html(`${authorize}&redirect_uri=%ff`))).toBe('parameters-malformed');
    expect(linkOf(await html(`${hosts.authUrl}/oauth/logout?state=1&state=2`))).toBe('parameter-doubled');
    const bye = 'post_logout_redirect_uri=https%3A%2F%2Fshop.example';
    expect(linkOf(await html(`${hosts.authUrl}/oauth/logout?id_token_hint=x&${bye}`))).toBe('id-token-hint-invalid');
    const faulty = await client.browser.open(`${hosts.authUrl}/oauth/logout?client_id=${client.apiKey}&${bye}`);
    expect(linkOf(faulty.html ?? '')).toBe('post-logout-uri-unregistered');
  });

  it('contract 4: an error that goes to a redirect URI has no error_uri', async () => {
    const response = await fetch(client.authorizeUrl({ response_type: 'token' }), { redirect: 'manual' });
    const { searchParams } = new URL(response.headers.get('location') ?? '');
    expect([...searchParams.keys()]).toEqual(['error', 'error_description', 'iss']);
  });
});
