// The logo of an application in the console: a file from a form that works without scripts, checked by its own bytes
// (contract 3; cases N7, K1).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { givenSession } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Form } from '../helpers/html-page.ts';
import { png, WEBP } from '../helpers/images.ts';
import { isFormRefused, refusalIn } from '../helpers/refusals.ts';
import {
  consoleUrl,
  formNamed,
  givenApplication,
  hasForm,
  memberInBrowser,
  ownerInBrowser,
  type Someone,
} from './console-pages.ts';

let hosts: Hosts;
let owner: Someone;
let id: string;
beforeAll(async () => {
  hosts = await startHosts();
  owner = await ownerInBrowser(hosts);
});
afterAll(() => hosts.stop());
beforeEach(async () => {
  ({ id } = await givenApplication(hosts, owner, 'With a face'));
});

const IMAGE = png(24);
const pngFile = (bytes: Buffer | string = IMAGE, type = 'image/png', name = 'logo.png') =>
  new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name, { type });
const NOTHING_CHOSEN = new File([], '', { type: 'application/octet-stream' });
const settings = (who: Browser = owner.browser) => who.open(consoleUrl(hosts, id, 'settings'));
const logoForm = async (who: Browser = owner.browser) => formNamed(await settings(who), 'logo');
const send = async (...files: File[]) =>
  owner.browser.submitFiles(
    await logoForm(),
    files.map((file) => ['logo', file] as const),
  );
const stored = () => hosts.ports.logos.find(id);
const withCsrf = (form: Form, csrf: readonly string[]): Form => ({
  ...form,
  values: [
    ...form.values.filter(([name]) => name !== 'csrf'),
    ...csrf.map((one) => ['csrf', one] as const),
  ] as Form['values'],
});
/** A good token of whoever this is, for a form of the console. */
const consoleCsrfOf = async (browser: Browser): Promise<string> => {
  const page = await browser.open(`${hosts.authUrl}/console/api-tokens`);
  return Object.fromEntries(page.form({ action: '/console/api-tokens' }).values).csrf ?? '';
};

describe('N7: a logo in the form that registers an application', () => {
  const NEW = () => `${hosts.authUrl}/console/applications/new`;
  const register = async (...files: File[]) => {
    const form = formNamed(await owner.browser.open(NEW()), 'new');
    const named = form.values.map(([name, value]) => [name, name === 'name' ? 'Logoed' : value] as const);
    const sent = files.map((file) => ['logo', file] as const);
    return owner.browser.submitFiles({ ...form, values: named }, sent);
  };

  test('is set with it; without one the application is registered all the same', async () => {
    const made = await register(pngFile());
    expect(made.url.search).toBe('?notice=application-created');
    expect((await hosts.ports.logos.find(made.url.pathname.split('/').at(-1) ?? ''))?.image).toEqual(IMAGE);
    const without = await register(NOTHING_CHOSEN);
    expect(without.url.search).toBe('?notice=application-created');
    expect(await hosts.ports.logos.find(without.url.pathname.split('/').at(-1) ?? '')).toBeUndefined();
  });

  test('that is none is refused beside its field, what was typed is kept, and nothing is registered', async () => {
    const all = { accountId: owner.accountId, owned: true, afterId: undefined, limit: 1000 };
    const before = await hosts.ports.applications.list(all);
    const svg = pngFile('<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml', 'logo.svg');
    for (const file of [svg, pngFile('no image'), pngFile(Buffer.alloc(50_000))]) {
      const back = await register(file);
      expect(back.status).toBeGreaterThanOrEqual(400);
      expect(back.html).toContain('id="new-logo-fault"');
      if (back.status === 400) expect(Object.fromEntries(formNamed(back, 'new').values).name).toBe('Logoed');
    }
    expect(await hosts.ports.applications.list(all)).toHaveLength(before.length);
  });
});

describe('N7: a logo from a form', () => {
  test('is shown on the page and to everybody, byte for byte, as the image it is; taken away it is gone', async () => {
    const done = await send(pngFile());
    expect([done.status, done.url.search]).toEqual([200, '?notice=logo-set']);
    const path = /src="(\/logos\/[^"]+)"/.exec(done.html)?.[1] ?? '';
    const served = await fetch(hosts.authUrl + path);
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(Buffer.from(await served.arrayBuffer())).toEqual(IMAGE);
    const removed = await owner.browser.submit(formNamed(done, 'logo-remove'));
    expect(removed.url.search).toBe('?notice=logo-removed');
    expect([removed.html.includes(path), hasForm(removed, 'logo-remove')]).toEqual([false, false]);
    expect(await stored()).toBeUndefined();
  });

  test('may be a WebP image; a second one takes the place of the first', async () => {
    await send(pngFile());
    await send(pngFile(WEBP.lossy, 'image/webp', 'logo.webp'));
    expect(await stored()).toMatchObject({ mediaType: 'image/webp' });
  });

  const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const noise = Buffer.alloc(48 * 1024 + 1, 7);
  test.each<[string, number, string, () => File[]]>([
    ['no file', 400, 'Choose an image file.', () => [NOTHING_CHOSEN]],
    ['two files', 400, 'Choose a single image.', () => [pngFile(), pngFile()]],
    [
      'a photo in a type that is not taken',
      400,
      'Choose a PNG or WebP image.',
      () => [pngFile('x', 'image/jpeg', 'a.jpg')],
    ],
    ['an SVG image', 400, 'Choose a PNG or WebP image.', () => [pngFile(SVG, 'image/svg+xml', 'logo.svg')]],
    ['an SVG image called .png', 400, 'not a complete PNG or WebP image', () => [pngFile(SVG)]],
    [
      'a page called .png',
      400,
      'not a complete PNG or WebP image',
      () => [pngFile('<!doctype html><script>alert(1)</script>')],
    ],
    ['a broken image', 400, 'not a complete PNG or WebP image', () => [pngFile(IMAGE.subarray(0, -8))]],
    ['an empty image', 400, 'not a complete PNG or WebP image', () => [pngFile('')]],
    ['an image of 513 pixels', 400, 'at most 512 × 512 pixels', () => [pngFile(png(513))]],
    ['an image of one byte too many', 413, 'at most 48 KiB', () => [pngFile(noise)]],
    ['a photo of 5 MB', 413, 'at most 48 KiB', () => [pngFile(Buffer.alloc(5_000_000, 7))]],
  ])('%s is %i, told beside the field, and what was there stays', async (_, status, text, files) => {
    await send(pngFile());
    const back = await send(...files());
    expect(back.status).toBe(status);
    const fault = /<p class="fault" id="logo-logo-fault">([^<]*)/.exec(back.html)?.[1];
    expect(fault).toContain(text);
    expect((await stored())?.image).toEqual(IMAGE);
  });

  test('what is wrong is told in Korean too', async () => {
    const korean = new Browser({ 'accept-language': 'ko' });
    await givenSession(hosts, korean, owner.email);
    const form = await logoForm(korean);
    const back = await korean.submitFiles(form, [['logo', pngFile('x', 'image/jpeg', 'a.jpg')]]);
    expect(/id="logo-logo-fault">([^<]*)/.exec(back.html)?.[1]).toMatch(/PNG.*WebP.*[가-힣]/);
  });

  test('a body beyond all measure is refused before it is read', async () => {
    const form = await logoForm();
    const back = await owner.browser.submitFiles(form, [['logo', pngFile(Buffer.alloc(9 * 1024 * 1024))]]);
    expect(back.status).toBe(413);
    expect(await stored()).toBeUndefined();
  });

  test('N9: one that somebody else has put there since the page was made is not covered nor removed unseen', async () => {
    await send(pngFile());
    const page = await settings();
    await send(pngFile(png(25)));
    const late = await owner.browser.submitFiles(formNamed(page, 'logo'), [['logo', pngFile(png(26))]]);
    expect(late.status).toBe(409);
    expect((await owner.browser.submit(formNamed(page, 'logo-remove'))).status).toBe(409);
    expect((await stored())?.image).toEqual(png(25));
  });

  test('N10: a viewer sees it and has no form; a form of theirs all the same is 403', async () => {
    await send(pngFile());
    const viewer = await memberInBrowser(hosts, id, 'viewer');
    const page = await settings(viewer.browser);
    expect([page.html.includes('src="/logos/'), hasForm(page, 'logo'), hasForm(page, 'logo-remove')]).toEqual([
      true,
      false,
      false,
    ]);
    const forced = await viewer.browser.submitFiles(withCsrf(await logoForm(), [await consoleCsrfOf(viewer.browser)]), [
      ['logo', pngFile(png(30))],
    ]);
    expect([forced.status, refusalIn(forced.html)]).toEqual([403, 'forbidden']);
    expect((await stored())?.image).toEqual(IMAGE);
  });
});

describe('K1: the form is taken only from this page, browser and session', () => {
  const image = [['logo', pngFile()]] as const;

  test.each<[string, (form: Form) => Promise<Form>]>([
    ['no token', async (form) => withCsrf(form, [])],
    ['a wrong token', async (form) => withCsrf(form, ['x'.repeat(43)])],
    [
      'the token twice',
      async (form) => {
        const right = form.values.filter(([name]) => name === 'csrf').map(([, value]) => value);
        const others = form.values.filter(([name]) => name !== 'entry');
        return withCsrf({ ...form, values: others }, [...right, ...right]);
      },
    ],
    [
      'another session’s token',
      async (form) => {
        const other = new Browser();
        await givenSession(hosts, other, owner.email);
        return withCsrf(form, [(await logoForm(other)).values.find(([name]) => name === 'csrf')?.[1] ?? '']);
      },
    ],
  ])('%s: 403, and nothing is stored', async (_, change) => {
    const back = await owner.browser.submitFiles(await change(await logoForm()), image);
    expect(isFormRefused(back)).toBe(true);
    expect(await stored()).toBeUndefined();
  });

  test.each([
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['Origin null', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
  ])('%s: 403, and nothing is stored', async (_, headers) => {
    const back = await owner.browser.submitFiles(await logoForm(), image, { headers });
    expect(isFormRefused(back)).toBe(true);
    expect(await stored()).toBeUndefined();
  });

  test('nobody signed in: the form leads to the sign-in page, and nothing is stored', async () => {
    const back = await new Browser().submitFiles(await logoForm(), image);
    expect(back.url.pathname).toBe('/login');
    expect(await stored()).toBeUndefined();
  });
});

describe('contract 9: nothing but such a form is read', () => {
  const raw = async (body: string, type: string) => {
    const form = await logoForm();
    const cookie = [...owner.browser.cookies(form.action)].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, accept: 'text/html', origin: hosts.authUrl, 'content-type': type };
    return (await fetch(form.action, { method: 'POST', body, headers, redirect: 'manual' })).status;
  };
  const part = (name: string, value = '') =>
    `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

  test.each<[string, string, string, number]>([
    ['no boundary', 'x', 'multipart/form-data', 415],
    ['another multipart type', 'x', 'multipart/mixed; boundary=x', 415],
    ['no parts', 'nothing', 'multipart/form-data; boundary=x', 400],
    ['a part that never ends', part('csrf', 'x'), 'multipart/form-data; boundary=x', 400],
    [
      'more fields than ours',
      `${Array.from({ length: 33 }, (_, i) => part(`f${i}`)).join('')}--x--\r\n`,
      'multipart/form-data; boundary=x',
      400,
    ],
    ['a field longer than ours', `${part('csrf', 'x'.repeat(2049))}--x--\r\n`, 'multipart/form-data; boundary=x', 400],
    [
      'a field of JSON',
      '--x\r\ncontent-disposition: form-data; name="csrf"\r\ncontent-type: application/json\r\n\r\n{"a":1}\r\n--x--\r\n',
      'multipart/form-data; boundary=x',
      400,
    ],
    [
      'a field named as what every object has',
      `${part('__proto__', 'x')}--x--\r\n`,
      'multipart/form-data; boundary=x',
      400,
    ],
  ])('%s', async (_, body, type, status) => {
    expect(await raw(body, type)).toBe(status);
  });

  test('no other route takes a form with a file', async () => {
    const form = { ...(await logoForm()), action: new URL(consoleUrl(hosts, id, 'team')) };
    expect((await owner.browser.submitFiles(form, [['logo', pngFile()]])).status).toBe(415);
  });
});
