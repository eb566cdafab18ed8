// The profile picture (contract 27): uploaded on the person's page without scripts, given to each application at an
// address of its own, and gone as soon as it is withdrawn.
import { request as send } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { APPLICATION, CALLBACK, type Client, givenClient } from '../helpers/client.ts';
import { givenPerson } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { png, WEBP } from '../helpers/images.ts';
import { isFormRefused } from '../helpers/refusals.ts';
import { account, post } from './account-pages.ts';

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startHosts();
});
afterAll(() => hosts.stop());

const UPLOAD = { action: '/account/picture' };
const REMOVE = { action: '/account/picture/remove' };
const NOTHING_CHOSEN = new File([], '', { type: 'application/octet-stream' });
const fileOf = (bytes: Buffer | string = png(640, 480), name = 'me.png', type = 'image/png') =>
  new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name, { type });

async function upload(browser: Browser, ...files: File[]) {
  const form = (await account(hosts, browser)).form(UPLOAD);
  return browser.submitFiles(
    form,
    files.map((file) => ['picture', file] as const),
  );
}
const idOf = async (email: string) => (await hosts.ports.accounts.findByEmailKey(email))?.id ?? '';
const storedOf = async (email: string) => hosts.ports.pictures.find(await idOf(email));

describe('contract 27: a picture from a form', () => {
  test('is shown on the page, to its person alone, as a small WebP image; taken away it is gone', async () => {
    const { browser, email } = await givenPerson(hosts);
    const done = await upload(browser, fileOf());
    expect([done.status, done.url.search]).toEqual([200, '?notice=picture-saved']);
    expect(done.text).toContain('Your picture was saved.');
    expect(done.html).toContain('<img class="portrait" src="/account/picture"');
    const shown = await browser.open(`${hosts.authUrl}/account/picture`);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(shown.headers.get('cache-control')).toBe('no-store');
    expect(shown.headers.get('content-security-policy')).toContain('sandbox');
    expect((await new Browser().open(`${hosts.authUrl}/account/picture`)).url.pathname).toBe('/login');
    const removed = await browser.submit(done.form(REMOVE));
    expect(removed.text).toContain('Your picture was removed.');
    expect(await storedOf(email)).toBeUndefined();
    expect((await browser.open(`${hosts.authUrl}/account/picture`)).status).toBe(404);
  });

  test('a second one takes the place of the first; saving the profile keeps it', async () => {
    const { browser, email } = await givenPerson(hosts);
    await upload(browser, fileOf());
    const first = await storedOf(email);
    const done = await upload(browser, fileOf(WEBP.lossless, 'me.webp', 'image/webp'));
    const second = await storedOf(email);
    expect(second?.image.equals(first?.image ?? Buffer.alloc(0))).toBe(false);
    await browser.submit(done.form({ action: '/account/profile' }), { nickname: 'Somebody' });
    expect(await storedOf(email)).toEqual(second);
  });

  test('nobody types its URL: one that comes with the profile form changes nothing', async () => {
    const { browser, email } = await givenPerson(hosts);
    const form = (await account(hosts, browser)).form({ action: '/account/profile' });
    await post(browser, form, { picture: 'https://a.example/p.png', nickname: 'Somebody' });
    const stored = await hosts.ports.accounts.findByEmailKey(email);
    expect(stored?.profile).toEqual({ nickname: 'Somebody' });
  });

  test('of an import stays a URL, which the page names without showing it, until the person removes it', async () => {
    const { browser, email } = await givenPerson(hosts);
    const url = 'https://pictures.example/p.png';
    await hosts.ports.accounts.saveProfile(await idOf(email), { picture: url }, hosts.clock.now());
    const page = await account(hosts, browser);
    expect(page.text).toContain(url);
    expect(page.html).not.toContain(`src="${url}"`);
    await browser.submit(page.form(REMOVE));
    expect((await hosts.ports.accounts.findByEmailKey(email))?.profile).not.toHaveProperty('picture');
  });

  test('is taken for what it is, whatever the browser calls it', async () => {
    const { browser } = await givenPerson(hosts);
    expect((await upload(browser, fileOf(png(8), 'me.html', 'text/html'))).url.search).toBe('?notice=picture-saved');
  });

  const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  describe('with one that stands', () => {
    let browser: Browser;
    let email: string;
    beforeAll(async () => {
      ({ browser, email } = await givenPerson(hosts));
      expect((await upload(browser, fileOf(png(16)))).url.search).toBe('?notice=picture-saved');
    });

    test.each<[string, number, string, () => File[]]>([
      ['no file', 400, 'Choose an image file.', () => [NOTHING_CHOSEN]],
      ['two files', 400, 'Choose a single image.', () => [fileOf(png(16)), fileOf(png(16))]],
      ['an SVG image', 400, 'Choose a PNG, JPEG or WebP image.', () => [fileOf(SVG, 'me.png')]],
      ['a damaged image', 400, 'This image could not be read.', () => [fileOf(png(64).subarray(0, 60))]],
      [
        'a file of 8 MiB and a byte',
        413,
        'This file is larger than 8 MB.',
        () => [fileOf(Buffer.alloc(8 * 1024 * 1024 + 1))],
      ],
    ])('%s is refused beside the field, and nothing changes', async (_, status, says, files) => {
      const before = await storedOf(email);
      expect(before).toBeDefined();
      const back = await upload(browser, ...files());
      expect(back.status).toBe(status);
      expect(/<p class="fault" id="picture-fault">([^<]*)/.exec(back.html)?.[1]).toContain(says);
      expect(await storedOf(email)).toEqual(before);
    });
  });

  test('a refusal is told in the other language after the language switch', async () => {
    const { browser } = await givenPerson(hosts);
    const back = await upload(browser, fileOf(SVG));
    const languages = back.forms.at(-1);
    if (!languages) throw new Error(back.text);
    const action = new URL(`${UPLOAD.action}?ui_locales=ko`, hosts.authUrl);
    const korean = await browser.submit({ ...languages, action }, {}, { press: 'ko' });
    expect(korean.html).toContain('<html lang="ko"');
    expect(korean.text).toContain('PNG, JPEG, WebP 이미지를 골라 주세요.');
  });

  test('K1: without its token nothing is stored, and nobody else can send it', async () => {
    const { browser, email } = await givenPerson(hosts);
    const form = (await account(hosts, browser)).form(UPLOAD);
    const values = form.values.filter(([name]) => name !== 'csrf');
    expect(isFormRefused(await browser.submitFiles({ ...form, values }, [['picture', fileOf()]]))).toBe(true);
    const stranger = new Browser();
    expect((await stranger.submitFiles(form, [['picture', fileOf()]])).url.pathname).toBe('/login');
    expect(await storedOf(email)).toBeUndefined();
  });

  test('two at once for one account: one is stored, the other is told to wait, and the next one works', async () => {
    const { browser, email } = await givenPerson(hosts);
    const form = (await account(hosts, browser)).form(UPLOAD);
    const held = await holdUpload(browser, form.values.find(([name]) => name === 'csrf')?.[1] ?? '');
    const refused = await upload(browser, fileOf());
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('Another picture is being uploaded')]);
    expect(await storedOf(email)).toBeUndefined();
    expect(await held.finish(png(9))).toBe(303);
    const first = await storedOf(email);
    expect(first).toBeDefined();
    expect((await upload(browser, fileOf())).status).toBe(200);
    expect(await storedOf(email)).not.toEqual(first);
  });

  test('decision 61: a server that cannot decode says so on the page and in the log', async () => {
    const { browser, email } = await givenPerson(hosts);
    const { pictureEncoder } = hosts.ports;
    const encode = async () => ({ kind: 'unavailable', reason: 'no binary' });
    Object.assign(hosts.ports, { pictureEncoder: { open: () => Object.assign(pictureEncoder.open(), { encode }) } });
    const back = await upload(browser, fileOf());
    Object.assign(hosts.ports, { pictureEncoder });
    expect([back.status, back.text]).toEqual([503, expect.stringContaining('cannot process pictures right now')]);
    expect(hosts.logs.find(({ reason }) => reason === 'no binary')).toMatchObject({ level: 50 });
    expect(await storedOf(email)).toBeUndefined();
  });
});

/** An upload whose file has not come yet; the server has begun to read it. */
async function holdUpload(browser: Browser, csrf: string) {
  const url = new URL(`${hosts.authUrl}/account/picture`);
  const cookie = [...browser.cookies(url)].map(([name, value]) => `${name}=${value}`).join('; ');
  const sent = send(url, {
    method: 'POST',
    headers: { cookie, origin: url.origin, 'content-type': 'multipart/form-data; boundary=x', expect: '100-continue' },
  });
  const answered = new Promise<number>((resolve, reject) => {
    sent.once('response', (response) => resolve(response.resume().statusCode ?? 0)).once('error', reject);
  });
  await new Promise((resolve) => {
    sent.once('continue', resolve).flushHeaders();
  });
  sent.write(`--x\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n${csrf}\r\n--x\r\n`);
  return {
    finish(file: Buffer): Promise<number> {
      sent.write('Content-Disposition: form-data; name="picture"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n');
      sent.write(file);
      sent.end('\r\n--x--\r\n');
      return answered;
    },
  };
}

describe('contract 27: what an application gets', () => {
  const WITH_PICTURE = {
    ...APPLICATION,
    id_token_claims: true,
    consent_items: [
      { item: 'nickname', consent: 'required' },
      { item: 'profile_image', consent: 'optional' },
    ],
  };
  const agreed = { item: 'profile_image' };

  /** The same person at another application. */
  async function join(client: Client, other: Client): Promise<string> {
    const consent = await client.browser.open(other.authorizeUrl());
    const back = await client.browser.submit(consent.form({ action: '/consent' }), agreed, {
      press: 'agree',
      stopAt: CALLBACK,
    });
    const { body } = await other.token(other.codeForm(back.url.searchParams.get('code') ?? ''));
    return body.access_token;
  }
  const pictureOf = async (client: Client, token: string) => String((await client.userInfo(token)).body.picture);
  const look = async (address: string) => {
    const response = await fetch(address);
    return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
  };

  test('an address of its own, whose image browsers may keep for five minutes and read as nothing else', async () => {
    const client = await givenClient(hosts, WITH_PICTURE, agreed);
    const other = await givenClient(hosts, WITH_PICTURE, agreed);
    await upload(client.browser, fileOf());
    const tokens = await client.tokens({ scope: 'openid profile_image' });
    const address = await pictureOf(client, tokens.access_token);
    expect(address.startsWith(`${hosts.authUrl}/pictures/`)).toBe(true);
    const idToken = JSON.parse(Buffer.from(tokens.id_token?.split('.')[1] ?? '', 'base64url').toString());
    expect(idToken.picture).toBe(address);
    expect(await pictureOf(other, await join(client, other))).not.toBe(address);

    const found = await look(address);
    expect(found.status).toBe(200);
    expect(Object.fromEntries(found.headers)).toMatchObject({
      'cache-control': 'private, max-age=300',
      'content-type': 'image/webp',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(found.headers.getSetCookie()).toEqual([]);
    expect(found.body).toEqual((await storedOf(client.email))?.image);
    expect((await look(`${hosts.authUrl}/pictures/${'x'.repeat(120)}`)).status).toBe(404);
  });

  test('it dies with the withdrawal, the change and the disconnection; the other application keeps its own', async () => {
    const client = await givenClient(hosts, WITH_PICTURE, agreed);
    const other = await givenClient(hosts, WITH_PICTURE, agreed);
    await upload(client.browser, fileOf());
    const { access_token } = await client.tokens();
    const otherToken = await join(client, other);
    const page = async () => {
      const url = `${hosts.authUrl}/account/connections?client_id=${client.apiKey}`;
      const { forms, text } = await client.browser.open(url);
      const own = forms.find(({ values }) => values.some(([, value]) => value === client.applicationId));
      if (!own) throw new Error(text);
      return own;
    };
    const first = await pictureOf(client, access_token);
    const kept = await pictureOf(other, otherToken);

    await client.browser.submit(await page(), { item: undefined }, { press: 'save' });
    expect((await client.userInfo(access_token)).body).not.toHaveProperty('picture');
    expect([(await look(first)).status, (await look(kept)).status]).toEqual([404, 200]);
    hosts.clock.advance(1);
    await client.browser.submit(await page(), agreed, { press: 'save' });
    const second = await pictureOf(client, access_token);
    expect([second === first, (await look(first)).status, (await look(second)).status]).toEqual([false, 404, 200]);

    await upload(client.browser, fileOf(png(7)));
    expect([(await look(second)).status, (await look(kept)).status]).toEqual([404, 404]);
    const third = await pictureOf(client, access_token);
    expect((await look(third)).status).toBe(200);

    await client.browser.submit(await page(), {}, { press: 'disconnect' });
    expect((await look(third)).status).toBe(404);
    hosts.clock.advance(1);
    const again = await join(client, client);
    const fourth = await pictureOf(client, again);
    expect([fourth === third, (await look(third)).status, (await look(fourth)).status]).toEqual([false, 404, 200]);
  });

  test('contract 4: the consent page shows the picture itself, and the account page says that there is one', async () => {
    const client = await givenClient(hosts, WITH_PICTURE, agreed);
    await upload(client.browser, fileOf());
    const consent = await client.browser.open(client.authorizeUrl({ prompt: 'consent' }));
    expect(consent.html).toContain('<img class="portrait" src="/account/picture"');
    const page = await account(hosts, client.browser, 'applications');
    expect(page.text).toContain('Your profile picture');
    expect(page.html).not.toContain('upload:');
  });
});
