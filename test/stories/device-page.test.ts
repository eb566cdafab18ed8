// Sign-in on a device without a browser, as the person sees it (RFC 8628 3.3, 5; contract 43): the page /device, tried
// also as somebody would who sends others a code or guesses one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { type Client, givenClient } from '../helpers/client.ts';
import {
  confirmDevice,
  DEVICE_APPLICATION,
  type DeviceCodes,
  givenCodes,
  pollFor,
  told,
  typeCode,
} from '../helpers/device.ts';
import { givenGroup, join } from '../helpers/given-group.ts';
import { type GivenPerson, givenPerson } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { overrideRules } from '../helpers/override-rules.ts';

let hosts: Hosts;
let client: Client;
let person: GivenPerson;

beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_REQUESTS_PER_SECOND: '100000' });
  client = await givenClient(hosts, DEVICE_APPLICATION);
  person = await givenPerson(hosts);
});
afterAll(() => hosts?.stop());

const codesOf = (of: Client = client) => {
  // A public key asks for ten a second.
  hosts.clock.advance(100);
  return givenCodes(hosts, of);
};
const poll = async (codes: DeviceCodes, of = client) => told(await pollFor(hosts, of, codes));
const type = (typed: string, browser = person.browser) => typeCode(hosts, browser, typed);
const UNKNOWN = 'No device is waiting with this code. Check it, or get a new code on the device.';
const DONE = '/device/done';

async function change(members: object, of: Client = client) {
  const changed = await fetch(`${hosts.apiUrl}/applications/${of.applicationId}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${of.owner.apiToken}`, 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify(members),
  });
  expect(changed.status).toBe(200);
}

const isConfirmation = (page: Page) => page.url.pathname === '/device/confirm' && page.status === 200;

describe('contract 43: the page', () => {
  test('asks to sign in first, and then has the code of the link filled in and not sent', async () => {
    const codes = await codesOf();
    const browser = new Browser();
    const { email, password } = await givenPerson(hosts, { session: false });
    const login = await browser.open(codes.verification_uri_complete);
    expect([login.url.pathname, login.url.searchParams.get('user_code')]).toEqual(['/login', codes.user_code]);
    const page = await browser.submit(login.form({ action: '/login' }), { email, password });
    expect([page.url.pathname, page.form().values]).toEqual([
      '/device',
      expect.arrayContaining([['user_code', codes.user_code]]),
    ]);
    // Whoever was sent the link reads of it before they come to the button.
    expect(page.text).toMatch(/If somebody sent you the code or a link, close this page.* Continue/s);
    expect(page.text).not.toContain('Acme Shop');
    expect(isConfirmation(await browser.submit(page.form({ action: '/device' })))).toBe(true);
    expect(await poll(codes)).toBe('400 authorization_pending device-code-pending');
  });

  test.each([
    ['in lower case', (code: string) => code.toLowerCase()],
    ['without the hyphen', (code: string) => code.replace('-', '')],
    ['with spaces and another hyphen', (code: string) => ` ${code.replace('-', ' – ')} `],
    [
      'in full width',
      (code: string) => [...code].map((one) => String.fromCodePoint((one.codePointAt(0) ?? 0) + 0xfee0)).join(''),
    ],
  ])('takes the code %s', async (_how, spell) => {
    expect(isConfirmation(await type(spell((await codesOf()).user_code)))).toBe(true);
  });

  test('shows the application, the code once more, the warning and the items, also to whoever agreed before', async () => {
    for (const browser of [person.browser, client.browser]) {
      const codes = await codesOf();
      const page = await type(codes.user_code, browser);
      for (const shown of [
        'Sign in to Acme Shop on a device',
        codes.user_code,
        'If somebody sent you this code',
        'Nickname',
      ])
        expect(page.text).toContain(shown);
      expect(page.text).not.toContain('You will be redirected');
      const done = await browser.submit(page.form({ action: '/device/confirm' }), {}, { press: 'agree' });
      expect([done.url.pathname, done.text.includes('Go back to your device')]).toEqual([DONE, true]);
      // Whoever was talked into it finds the way out.
      expect(done.html).toContain('<a href="/account/connections">Disconnect the application</a>');
      expect(await poll(codes)).toBe('200');
    }
  });

  test('an answer counts once, and only for the code and person that the page showed', async () => {
    const [codes, others] = [await codesOf(), await codesOf()];
    const [page, other] = [await type(codes.user_code), await type(others.user_code)];
    const form = page.form({ action: '/device/confirm' });
    const csrf = other.form({ action: '/device/confirm' }).values.find(([name]) => name === 'csrf')?.[1] ?? '';
    expect((await person.browser.submit(form, { csrf }, { press: 'agree' })).status).toBe(403);
    expect((await person.browser.submit(form, {}, { press: 'agree' })).url.pathname).toBe(DONE);
    for (const press of ['agree', 'cancel'])
      expect((await person.browser.submit(form, {}, { press })).text).toContain(UNKNOWN);
    expect(await poll(codes)).toBe('200');
    expect((await confirmDevice(hosts, person.browser, others, 'cancel')).text).toContain(
      'The device is not signed in',
    );
    expect(await poll(others)).toBe('400 access_denied device-code-denied');
  });

  test('what was agreed is among the activity and receipts of the person', async () => {
    const own = await givenPerson(hosts);
    await confirmDevice(hosts, own.browser, await codesOf());
    const activity = await own.browser.open(`${hosts.authUrl}/account/activity`);
    expect(activity.text).toContain('You signed in to Acme Shop on a device, by its code');
    const receipts = await own.browser.open(`${hosts.authUrl}/account/receipts`);
    expect(receipts.text).toContain('Acme Shop');
  });

  test('the log and the counts say what happened', async () => {
    const codes = await codesOf();
    const count = (outcome: string) =>
      hosts.tally.read('deviceCodes').find((one) => one.outcome === outcome)?.count ?? 0;
    const before = ['issued', 'confirmed', 'redeemed'].map(count);
    await codesOf();
    await confirmDevice(hosts, person.browser, codes);
    await poll(codes);
    expect(['issued', 'confirmed', 'redeemed'].map(count)).toEqual(before.map((one) => one + 1));
    expect(hosts.logs).toContainEqual(
      expect.objectContaining({
        event: 'device-code',
        result: 'confirmed',
        account: person.id,
        application: client.applicationId,
      }),
    );
  });
});

describe('contract 43: what is asked as at /oauth/authorize', () => {
  test('OFF and a lost grant type: the code counts as unknown', async () => {
    const codes = await codesOf();
    await change({ login_activation: 'OFF' });
    expect((await type(codes.user_code)).text).toContain(UNKNOWN);
    await change({ login_activation: 'ON', grant_types: ['authorization_code', 'refresh_token'] });
    expect((await type(codes.user_code)).text).toContain(UNKNOWN);
    await change({ grant_types: DEVICE_APPLICATION.grant_types });
    const page = await type(codes.user_code);
    await change({ login_activation: 'OFF' });
    const late = await person.browser.submit(page.form({ action: '/device/confirm' }), {}, { press: 'agree' });
    expect(late.text).toContain(UNKNOWN);
    await change({ login_activation: 'ON' });
  });

  test('test mode and groups: the page says so, and its button tells the device', async () => {
    await change({ audience: 'team' });
    const codes = await codesOf();
    const page = await type(codes.user_code);
    expect(page.text).toContain('Acme Shop is in test mode');
    const denied = await person.browser.submit(
      page.form({ action: '/device/confirm' }),
      {},
      { press: 'Cancel on the device' },
    );
    expect(denied.url.pathname).toBe('/device/denied');
    expect(await poll(codes)).toBe('400 access_denied device-code-denied');
    const group = await givenGroup(hosts, 'tv');
    await change({ audience: 'groups', allowed_groups: ['tv'] });
    const next = await codesOf();
    const refused = await type(next.user_code);
    expect(refused.text).toMatch(/groups/);
    await join(hosts, group, person.id);
    const own = await codesOf();
    expect((await confirmDevice(hosts, person.browser, own)).url.pathname).toBe(DONE);
    await change({ audience: 'team', allowed_groups: [] });
    expect(await poll(own)).toBe('400 unauthorized_client not-in-team');
    await change({ audience: 'everyone' });
    expect(await poll(own)).toBe('200');
  });

  test('a verified address, where the application requires one', async () => {
    await change({ consent_items: [{ item: 'email', consent: 'required', verified: true }] });
    const page = await type((await codesOf()).user_code);
    expect(page.text).toMatch(/verified email address/);
    expect(page.form({ action: '/device/confirm' }).buttons.map(({ text }) => text)).toEqual(['Cancel on the device']);
    await change({ consent_items: DEVICE_APPLICATION.consent_items });
  });

  test('documents and a second factor, after which the code is filled in again', async () => {
    const { user_code } = await codesOf();
    const document = { id: 'terms', kind: 'agree', required: true, version: '1' } as const;
    const undoDocuments = overrideRules(hosts.ports.rules, {
      documents: [{ ...document, title: { en: 'Terms' }, uri: { en: 'https://acme.example/terms' } }],
    });
    const asked = await type(user_code);
    expect(asked.url.pathname).toBe('/documents');
    const back = await person.browser.submit(asked.form({ action: '/documents' }), { documents: 'terms:1' });
    expect([back.url.pathname, back.url.searchParams.get('user_code')]).toEqual(['/device', user_code]);
    undoDocuments();
    const undoPolicy = overrideRules(hosts.ports.rules, { secondFactor: 'everyone' });
    const enrolment = await type(user_code);
    expect([enrolment.url.pathname, enrolment.url.searchParams.get('user_code')]).toEqual([
      '/second-factor',
      user_code,
    ]);
    undoPolicy();
    expect(isConfirmation(await type(user_code))).toBe(true);
  });
});

describe('contract 43: whoever guesses codes', () => {
  test('learns nothing from an address: neither page looks a code up that was not typed', async () => {
    const { user_code: code } = await codesOf();
    for (const query of [`user_code=${code}`, `user_code=${code}&seen=`, `user_code=${code}&seen=${'A'.repeat(43)}`]) {
      const page = await person.browser.open(`${hosts.authUrl}/device/confirm?${query}`);
      expect([page.url.pathname, page.text.includes('Acme')]).toEqual(['/device', false]);
    }
    const typed = await type(code);
    const elsewhere = await givenPerson(hosts);
    expect((await elsewhere.browser.open(typed.url)).url.pathname).toBe('/device');
  });

  test('gets one text for what is unknown, malformed, over or answered', async () => {
    const [over, answered] = [await codesOf(), await codesOf()];
    await confirmDevice(hosts, person.browser, answered);
    hosts.clock.advance(600_000);
    for (const typed of ['BCDF-GHJK', 'AEIO-U123', 'x', over.user_code, answered.user_code])
      expect([(await type(typed)).text.includes(UNKNOWN), typed]).toEqual([true, typed]);
    expect((await type(' ')).text).toContain('Enter the code.');
  });

  test('has ten tries in 15 minutes, also at once, and then no right code counts either', async () => {
    const guesser = await givenPerson(hosts);
    const form = (await guesser.browser.open(`${hosts.authUrl}/device`)).form({ action: '/device' });
    const tries = Array.from({ length: 15 }, () => guesser.browser.submit(form, { user_code: 'BBBB-BBBB' }));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([...Array(10).fill(400), ...Array(5).fill(429)]);
    const { user_code } = await codesOf();
    const limited = await guesser.browser.submit(form, { user_code });
    expect([limited.status, limited.text.includes('Too many incorrect codes')]).toEqual([429, true]);
    hosts.clock.advance(900_000);
    expect(isConfirmation(await guesser.browser.submit(form, { user_code: (await codesOf()).user_code }))).toBe(true);
  });

  test('right codes are not counted', async () => {
    const own = await givenPerson(hosts);
    const { user_code } = await codesOf();
    for (let at = 0; at < 12; at += 1) expect(isConfirmation(await type(user_code, own.browser))).toBe(true);
  });
});

describe('contract 10: of one network', () => {
  test('a hundred wrong codes in 15 minutes are the most', async () => {
    const far = await startHosts({ LATCHKEY_TRUST_PROXY: '127.0.0.1' });
    try {
      const statuses: number[] = [];
      for (let at = 0; at < 11; at += 1) {
        const { browser } = await givenPerson(far, { browser: new Browser({ 'x-forwarded-for': `198.51.100.${at}` }) });
        const form = (await browser.open(`${far.authUrl}/device`)).form({ action: '/device' });
        for (let tried = 0; tried < 10; tried += 1)
          statuses.push((await browser.submit(form, { user_code: 'BBBB-BBBB' })).status);
      }
      expect(statuses.filter((status) => status === 400)).toHaveLength(100);
      expect(statuses.slice(100)).toEqual(Array(10).fill(429));
    } finally {
      await far.stop();
    }
  });
});
