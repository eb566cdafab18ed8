// A whole export of Keycloak is imported (contract 30), and its people come in as they should: with the password they
// know, by mail where Keycloak wanted another one, and not at all where they were disabled there.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAccountFiles } from '../../src/compose/account-files/import-files.ts';
import { base32Of } from '../../src/core/operating/account-files/base32.ts';
import { Browser } from '../helpers/browser.ts';
import { type Client, givenClient } from '../helpers/client.ts';
import type { Hosts } from '../helpers/hosts.ts';
import { importLines } from '../helpers/import-lines.ts';
import { account, signIn } from './account-pages.ts';
import { beginStep, codeForm, codeOf, isCodePage } from './factor-pages.ts';
import { accountAt, sentProofs, startWithMail } from './sent-mail.ts';

const FOLDER = 'test/fixtures/keycloak';
const NEW_PASSWORD = 'another long passphrase';

let hosts: Hosts;
let client: Client;
type Imported = { counts: object; refused: unknown[]; warnings: readonly string[] };
const imported: Record<string, Imported> = {};

async function importRealm(realm: string | undefined, dryRun: boolean): Promise<Imported> {
  const { lines, lenient, warnings } = openAccountFiles({
    ...{ file: FOLDER, format: 'keycloak', subjectFor: [client.applicationId], realm },
    ...{ passwords: undefined, hashConfig: undefined, standardInput: () => process.stdin },
  });
  const refused: unknown[] = [];
  const counts = await importLines(hosts.ports, lines, {
    ...{ dryRun, lenient, withGroups: true },
    onRefused: (...told) => void refused.push(told),
    onNote: () => {},
  });
  return { counts, refused, warnings };
}

beforeAll(async () => {
  hosts = await startWithMail();
  client = await givenClient(hosts);
  for (const realm of ['shop', 'staff']) {
    const tried = await importRealm(realm, true);
    imported[realm] = await importRealm(realm, false);
    expect(imported[realm]).toEqual(tried);
  }
});
afterAll(() => hosts?.stop());

const email = (name: string) => `${name}@example.com`;
const comesIn = async (name: string, password: string) =>
  (await signIn(hosts, new Browser(), email(name), password)).url.pathname;

/** The mailed link for a new password, and where it leads. */
async function comesInByMail(name: string): Promise<string> {
  const browser = new Browser();
  const login = await browser.open(`${hosts.authUrl}/login`);
  const page = await browser.open(login.link('/forgot-password'));
  await browser.submit(page.form({ action: '/forgot-password' }), { email: email(name) });
  await hosts.tick('outbox');
  const [proof] = await sentProofs(hosts, email(name), 'password');
  const link = await browser.open(`${hosts.authUrl}/password?token=${proof?.token}`);
  await browser.submit(link.form({ action: '/password' }), { password: NEW_PASSWORD });
  return comesIn(name, NEW_PASSWORD);
}

describe('the import', () => {
  test('contract 30: two realms in one folder need the name of one', async () => {
    await expect(importRealm(undefined, true)).rejects.toThrow(/several realms \(shop, staff\): name one with --realm/);
  });

  test('contract 30: tells what it leaves out with the number of people, and who is no person', () => {
    expect(imported.shop).toEqual({
      counts: {
        ...{ read: 7, created: 6, existing: 0, updated: 0, refused: 1, withoutUsername: 0, withoutPassword: 2 },
        refusedPasswords: 0,
        notes: [
          'attributes: department: left out',
          'credentials: one of the type webauthn is left out',
          'federationLink: the password is in another directory; the person sets one by mail',
          'notBefore: left out; no session comes along',
          'realmRoles: left out',
          'requiredActions: CONFIGURE_RECOVERY_AUTHN_CODES: left out',
          'requiredActions: TERMS_AND_CONDITIONS: left out',
          'requiredActions: UPDATE_PASSWORD: the password is left out; the person sets one by mail',
          'requiredActions: VERIFY_EMAIL: the address is not verified',
          'requiredActions: webauthn-register: left out',
        ].map((note) => ({ note, lines: 1 })),
      },
      refused: [
        [
          { file: 'shop-users-1.json', line: 3 },
          ['serviceAccountClientId: is no person, but a client', '/email: is missing'],
        ],
      ],
      warnings: [],
    });
    expect(imported.staff).toMatchObject({
      counts: { read: 2, created: 2, refused: 0, withoutPassword: 1, notes: [expect.anything(), expect.anything()] },
    });
  });
});

describe('the people', () => {
  test('contract 30: sign in with the password they know', async () => {
    expect(await comesIn('mina-kim', 'mina knows this one')).toBe('/account');
    expect(await comesIn('mina-kim', 'mina knows another one')).toBe('/login');
    expect(await accountAt(hosts, email('mina-kim'))).toMatchObject({
      ...{ username: 'mina.kim', emailVerified: true, role: 'user', profile: { locale: 'ko', given_name: 'Mina' } },
    });
  });

  test('contract 31: are in the groups that they were in', async () => {
    const groupsOf = async (name: string) => hosts.ports.groups.listByAccount((await accountAt(hosts, email(name))).id);
    expect(await groupsOf('mina-kim')).toMatchObject([{ name: 'staff' }]);
    expect(await groupsOf('sora-lee')).toEqual([]);
    expect((await hosts.ports.groups.findByName('staff'))?.applications).toEqual([]);
  });

  test('contract 30: with UPDATE_PASSWORD come in by mail alone: the temporary password opens nothing', async () => {
    expect(await comesIn('joon-park', 'first-day-at-work')).toBe('/login');
    expect(await comesInByMail('joon-park')).toBe('/account');
    expect(await comesIn('joon-park', 'first-day-at-work')).toBe('/login');
    expect(await comesIn('kyu-han', 'changeme')).toBe('/login');
    expect((await accountAt(hosts, email('kyu-han'))).emailVerified).toBe(false);
    expect(await comesInByMail('kyu-han')).toBe('/account');
  });

  test('contract 30: with VERIFY_EMAIL sign in, are not verified, and are asked to', async () => {
    const browser = new Browser();
    expect((await signIn(hosts, browser, email('sora-lee'), 'sora knows this one')).url.pathname).toBe('/account');
    expect((await accountAt(hosts, email('sora-lee'))).emailVerified).toBe(false);
    const page = await browser.open((await account(hosts, browser)).link('/verify'));
    const waiting = await browser.submit(page.form({ action: '/verify' }), {}, { press: 'send' });
    const [proof] = await sentProofs(hosts, email('sora-lee'), 'address');
    await browser.submit(waiting.form({ fields: ['code'] }), { code: proof?.code ?? '' }, { press: 'prove' });
    expect(await accountAt(hosts, email('sora-lee'))).toMatchObject({ emailVerified: true, emailVerifiedBy: 'mail' });
  });

  test('contract 30: who was disabled stays out', async () => {
    expect(await comesIn('dana-cho', 'dana knows this one')).not.toBe('/account');
    expect((await accountAt(hosts, email('dana-cho'))).disabledAt).toBeDefined();
  });

  test('contract 30: of another directory come in by mail, which verifies their address', async () => {
    expect((await accountAt(hosts, email('hana-jung'))).passwordHash).toBeUndefined();
    expect(await comesInByMail('hana-jung')).toBe('/account');
    expect((await accountAt(hosts, email('hana-jung'))).emailVerified).toBe(true);
  });

  test.each([
    ['tomi-oh', 'tomi knows this one', 'Zk3vQp7LrT9xWm2Nc5Hd'],
    // In the older shape.
    ['yuna-seo', 'yuna knows this one', 'Hb8sXc4VnJ6yKq1Md0Tf'],
  ])(
    'contract 30: %s is asked for the code of their authenticator app, which counts',
    async (name, password, secret) => {
      const browser = new Browser();
      const page = await signIn(hosts, browser, email(name), password);
      expect(isCodePage(page)).toBe(true);
      beginStep(hosts);
      const code = codeOf(hosts, base32Of(Buffer.from(secret)));
      expect((await browser.submit(codeForm(page), { code })).url.pathname).toBe('/account');
    },
  );

  test('contract 30: are known to the application by their ids in Keycloak', async () => {
    const subs = (await hosts.rowsIn('subjects')).map(({ sub }) => String(sub));
    expect(subs).toHaveLength(8);
    for (const sub of subs ?? []) expect(sub).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
  });
});
