// The pages /help and /guide: documents of `docs`, with the name and the addresses of this server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Hosts, startHosts } from '../helpers/hosts.ts';

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_SERVICE_NAME: 'Acme <ID>' });
});
afterAll(() => hosts?.stop());

const PAGES = ['/help', '/guide'].flatMap((path) => (['en', 'ko'] as const).map((language) => ({ path, language })));

describe.each(PAGES)('$path in the language $language', ({ path, language }) => {
  let html: string;
  let tag: string | null;
  beforeAll(async () => {
    const answer = await fetch(`${hosts.authUrl}${path}?ui_locales=${language}`);
    expect(answer.status).toBe(200);
    tag = answer.headers.get('etag');
    html = await answer.text();
  });

  it('has a title, chapters, and a table of contents whose every link leads to one of them', () => {
    expect(html).toContain(`<html lang="${language}">`);
    const ids = [...html.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id);
    const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id).filter((id) => id !== 'main');
    expect(ids.length).toBeGreaterThan(6);
    expect(new Set(ids).size).toBe(ids.length);
    expect(targets).toEqual(ids.filter((id) => id !== 'contents'));
  });

  it('names this service and its addresses, and nothing of the repository', () => {
    expect(html).toContain('Acme &lt;ID>');
    for (const foreign of ['Latchkey', 'localhost:4000', 'localhost:4001', '.md', 'not in the page', '<!--']) {
      expect(html.replace('<!doctype html>', '')).not.toContain(foreign);
    }
    expect(html).toContain(hosts.authUrl);
  });

  it('links only to pages of this server that exist', async () => {
    const links = [...html.matchAll(/<a href="(http[^"]+)"/g)].map(([, href = '']) => href);
    expect(links.length).toBeGreaterThan(0);
    for (const link of new Set(links)) {
      expect(link.startsWith(hosts.authUrl)).toBe(true);
      const { status } = await fetch(link, { redirect: 'manual' });
      // A page of the account asks who is there.
      expect([200, 303], link).toContain(status);
    }
  });

  it('is not sent again to a browser that has it', async () => {
    const answer = await fetch(`${hosts.authUrl}${path}?ui_locales=${language}`, {
      headers: { 'if-none-match': tag ?? '' },
    });
    expect(answer.status).toBe(304);
  });
});

it('contract 4: every page links to /help', async () => {
  expect(await (await fetch(hosts.authUrl)).text()).toContain('href="/help"');
});

it('the guide shows commands as they are typed', async () => {
  const html = await (await fetch(`${hosts.authUrl}/guide`)).text();
  expect(html).toContain(`api &quot;$APPLICATION`.replaceAll('&quot;', '"'));
  expect(html).toContain('&lt;a href="https://shop.example.com/sign-in"&gt;');
});
