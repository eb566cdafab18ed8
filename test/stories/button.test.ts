// The sign-in button for applications as the auth host serves it: to any site, from fixed lists of values only.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Hosts, startHosts } from '../helpers/hosts.ts';

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_SERVICE_NAME: 'A & B <i>', LATCHKEY_ACCENT_COLOR: '#ffd400' });
});
afterAll(() => hosts?.stop());

const get = (query = '', headers: Record<string, string> = {}) =>
  fetch(`${hosts.authUrl}/button.svg${query}`, { headers });

describe('GET /button.svg', () => {
  it('contract 9: is an image that other sites may show and caches may keep', async () => {
    const response = await get();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=86400',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    });
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(await response.text()).toContain('<title>Sign in with A &amp; B &lt;i></title>');
  });

  it('has a tag of its own for each variant, by which it is not sent again', async () => {
    const queries = ['', '?theme=dark', '?theme=outline', '?size=small', '?ui_locales=ko'];
    const tags = await Promise.all(queries.map(async (query) => (await get(query)).headers.get('etag') ?? ''));
    expect(new Set(tags).size).toBe(5);
    expect((await get('?theme=dark', { 'if-none-match': tags[1] ?? '' })).status).toBe(304);
    expect((await get('?theme=outline', { 'if-none-match': tags[1] ?? '' })).status).toBe(200);
  });

  it('is light, large and English unless the query says otherwise, whatever the browser’s language', async () => {
    const [plain, spelled] = await Promise.all(
      ['', '?theme=light&size=large&ui_locales=en'].map(async (query) =>
        (await get(query, { 'accept-language': 'ko' })).text(),
      ),
    );
    expect(plain).toBe(spelled);
    expect(await (await get('?ui_locales=ko')).text()).toContain('로그인</title>');
  });

  it.each([
    ['?theme=red', ['theme must be one of light, dark, outline, sent once.']],
    ['?size=', ['size must be one of small, large, sent once.']],
    ['?theme=dark&theme=dark', ['theme must be one of light, dark, outline, sent once.']],
    [
      '?theme=%3Cscript%3E&size=huge&ui_locales=fr',
      [
        'theme must be one of light, dark, outline, sent once.',
        'size must be one of small, large, sent once.',
        'ui_locales must be one of en, ko, sent once.',
      ],
    ],
  ])('a wrong value is 400 that names every wrong parameter and its values: %s', async (query, details) => {
    const response = await get(query);
    expect([response.status, response.headers.get('cache-control')]).toEqual([400, 'no-store']);
    const problem = (await response.json()) as { type: string; detail: string };
    expect(problem.type).toBe(`${hosts.authUrl}/errors#query-value-unknown`);
    expect(problem.detail).toBe(details.join(' '));
  });
});

describe('GET /button', () => {
  it('shows every variant with the code to paste, and no address but this server’s and the one to replace', async () => {
    const html = await (await fetch(`${hosts.authUrl}/button`)).text();
    const shown = [...html.matchAll(/<img class="sign-in" src="([^"]+)"/g)].map(([, src = '']) =>
      src.replaceAll('&amp;', '&'),
    );
    expect(shown).toHaveLength(12);
    expect(new Set(shown).size).toBe(12);
    for (const src of shown) expect((await fetch(hosts.authUrl + src)).status).toBe(200);
    const code = [...html.matchAll(/<code tabindex="-1">([^<]*)</gi)].map(([, text = '']) => text);
    expect(code).toHaveLength(15);
    const addresses = code.flatMap((text) => text.match(/https?:\/\/[^/"&]+/g) ?? []);
    expect(new Set(addresses)).toEqual(new Set(['https://your-application.example', hosts.authUrl]));
  });
});
