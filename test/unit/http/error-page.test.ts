// The 503 page is made once and kept (case M17); what is not the same for everybody who gets it must still be their
// own.
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { errorPages } from '../../../src/http/pages/error-page.ts';
import { assetPaths } from '../../../src/views/assets/assets.ts';
import { assets, brand } from '../views/contexts.ts';

const render = errorPages({ authUrl: 'https://id.example', brand, assets: assetPaths(assets) });

const asked = (id: string, acceptLanguage: string) =>
  ({
    id,
    method: 'GET',
    url: '/login?x=1',
    raw: { url: '/login?x=1' },
    headers: { 'accept-language': acceptLanguage },
  }) as unknown as FastifyRequest;

const unavailable = (retryAfterSeconds: number) => ({
  status: 503,
  code: 'unavailable' as const,
  helpHref: '/errors#unavailable',
  developerDetail: undefined,
  retryAfterSeconds,
});

test('M17: each kept page names the id of the request that got it, in the language it asked for, and its own seconds', async () => {
  const first = await render(asked('first-id', 'en'), unavailable(2));
  const second = await render(asked('second-id', 'en'), unavailable(2));
  expect(first).toContain('first-id');
  expect(second).toContain('second-id');
  expect(second).not.toContain('first-id');
  expect(second.replaceAll('second-id', 'first-id')).toBe(first);

  const korean = await render(asked('third-id', 'ko'), unavailable(2));
  expect(korean).toContain('<html lang="ko"');
  expect(korean).toContain('third-id');
  expect(await render(asked('first-id', 'en'), unavailable(7))).not.toBe(first);
});

test('contract 4, M17: the language links of a kept page lead to the request that got it', async () => {
  const links = async (url: string) => {
    const request = { ...asked('an-id', 'en'), url, raw: { url } } as unknown as FastifyRequest;
    return [...(await render(request, unavailable(2))).matchAll(/<a href="([^"]*ui_locales=[^"]*)"/g)].map(
      ([, href]) => href,
    );
  };
  expect(await links('/login?x=1&y=$&')).toEqual([
    '/login?x=1&amp;y=$&amp;ui_locales=en',
    '/login?x=1&amp;y=$&amp;ui_locales=ko',
  ]);
  expect(await links('/a"<b?c=">')).toEqual([
    '/a&quot;&lt;b?c=&quot;>&amp;ui_locales=en',
    '/a&quot;&lt;b?c=&quot;>&amp;ui_locales=ko',
  ]);
  expect(await links('//evil.example/')).toEqual([]);
});

test('M17: a page that is not kept is made for its request: another error right after a 503', async () => {
  await render(asked('first-id', 'en'), unavailable(2));
  const missing = { ...unavailable(2), status: 404, code: 'not-found' as const, retryAfterSeconds: undefined };
  expect(await render(asked('fourth-id', 'en'), missing)).toContain('404');
});
