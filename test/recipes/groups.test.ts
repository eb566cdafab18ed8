// What the recipes of docs/recipes.md add where rights go by group, on one server (contract 31): a member gets in with
// the right role, a stranger does not, and who leaves a group loses what it gave. `npm run test:recipes`.
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { freePorts } from '../helpers/free-ports.ts';
import { agree, newPerson, type Person, signIn } from '../helpers/people.ts';
import { byGroup, type Recipe } from '../helpers/recipes-page.ts';
import { succeed } from '../helpers/server.ts';
import { authenticate, dovecotAround } from './around-dovecot.ts';
import { nginxAround } from './around-nginx.ts';
import { changed, useRecipes } from './given-recipe.ts';
import { openFolder, tokensOf } from './given-tokens.ts';
import { whoAtHub } from './hub-pages.ts';
import { PYTHON } from './runtimes.ts';

const given = useRecipes({ LATCHKEY_INTERNAL_DELIVERIES: 'true' });
const run = (words: readonly string[], input?: string) => succeed(given.server, words, input);

const [STAFF, SRE] = ['staff', 'sre'];
/** As the page says. */
const RIGHTS = ['--consent-item', 'groups:required:To give you your rights', '--group', SRE];
const MEMBERS_ALONE = ['--audience', 'groups', '--allowed-group', STAFF];

beforeAll(async () => {
  for (const group of [STAFF, SRE]) await run(['groups', 'create', '--group', group, '--any-application']);
});

type Known = Person & { username: string };
let people = 0;

/** Somebody in these groups, with a verified address. */
async function somebodyIn(...groups: readonly string[]): Promise<Known> {
  people += 1;
  const person = { ...newPerson('Mina'), username: `member-${people}` };
  const flags = ['--email', person.email, '--nickname', person.nickname, '--username', person.username];
  await run(['accounts', 'create', ...flags, '--email-verified', '--password-stdin'], person.password);
  for (const group of groups) await run(['groups', 'add', '--group', group, '--email', person.email]);
  return person;
}
const leave = (group: string, { email }: Person) => run(['groups', 'remove', '--group', group, '--email', email]);
const comeBack = (group: string, { email }: Person) => run(['groups', 'add', '--group', group, '--email', email]);

/** Signs in from the program's own page, in a browser that is new, and agrees. */
async function enter(begin: string, person: Person): Promise<Browser> {
  const browser = new Browser();
  const next = await signIn(browser, await browser.open(begin), person);
  if (next.url.pathname === '/consent') await agree(browser, next);
  return browser;
}

/** The page that tells who signs in that they are in none of the groups. */
const refusedAt = async (begin: string, person: Person): Promise<string> => {
  const browser = new Browser();
  return (await signIn(browser, await browser.open(begin), person)).url.pathname;
};

it('Apache opens a place to the members of a group, and closes it when one leaves', async () => {
  const { home } = await given.serve({
    title: 'Apache: mod_auth_openidc',
    files: ['openidc.conf'],
    around: ['apache.conf'],
    more: { '/etc/apache2/openidc-passphrase': '/etc/hostname' },
    // A test does not wait for a minute.
    recipe: (page) => changed(byGroup(page), { 'OIDCUserInfoRefreshInterval 60': 'OIDCUserInfoRefreshInterval 1' }),
    flags: [...RIGHTS, '--no-id-token-claims'],
    command: ({ folder }) => {
      const open = openFolder(folder, 'public');
      mkdirSync(join(open, 'admin'));
      for (const name of ['index.html', 'admin/index.html']) writeFileSync(join(open, name), 'Hello.');
      return ['/usr/sbin/apache2', '-D', 'FOREGROUND', '-d', folder, '-f', join(folder, 'apache.conf')];
    },
  });
  const [member, stranger] = [await somebodyIn(SRE), await somebodyIn()];
  const statuses = async (browser: Browser) =>
    Promise.all(['/', '/admin/'].map(async (path) => (await browser.open(home + path)).status));
  const [first, second] = [await enter(`${home}/`, member), await enter(`${home}/`, stranger)];
  expect(await statuses(first)).toEqual([200, 200]);
  expect(await statuses(second)).toEqual([200, 401]);
  await leave(SRE, member);
  await expect.poll(() => statuses(first)).toEqual([200, 401]);
});

it('nginx opens a place to the tokens of members, and closes it when one leaves', async () => {
  const behind = createServer((_request, response) => response.end('Hello.'));
  await once(behind.listen(0, '127.0.0.1'), 'listening');
  const [checkPort = 0] = await freePorts(1);
  const { home, replacements } = await given.serve({
    title: 'nginx: auth_request',
    files: ['check.mjs', 'api.conf'],
    more: { '127.0.0.1:8080': `127.0.0.1:${(behind.address() as AddressInfo).port}`, '4010': String(checkPort) },
    recipe: byGroup,
    flags: RIGHTS,
    ...nginxAround,
  });
  const tokenOf = async (person: Person) => {
    const scope = 'nickname groups';
    const known = true;
    const tokens = await tokensOf(given.server, replacements, {
      redirectUri: `${home}/callback`,
      scope,
      person,
      known,
    });
    return tokens.access_token;
  };
  const [member, stranger] = [await somebodyIn(SRE), await somebodyIn()];
  const statuses = (token: string) =>
    Promise.all(
      ['/', '/admin/'].map(
        async (path) => (await fetch(home + path, { headers: { authorization: `Bearer ${token}` } })).status,
      ),
    );
  const claimOf = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${given.server.apiUrl}/user-info`, { headers });
    return ((await answer.json()) as { groups: unknown }).groups;
  };
  const [first, second] = [await tokenOf(member), await tokenOf(stranger)];
  await expect.poll(() => statuses(first)).toEqual([200, 200]);
  expect(await statuses(second)).toEqual([200, 403]);
  expect([await claimOf(first), await claimOf(second)]).toEqual([[SRE], []]);
  await leave(SRE, member);
  expect(await statuses(first)).toEqual([200, 403]);
  expect(await claimOf(first)).toEqual([]);
  behind.close();
});

it('Dovecot opens the mailboxes of members, closes one while its person is out, and lets no stranger in', async () => {
  let port = 0;
  const { home, replacements } = await given.serve({
    title: 'Dovecot, with Roundcube',
    files: ['dovecot-oauth2.conf.ext'],
    recipe: byGroup,
    flags: MEMBERS_ALONE,
    command: (places) => {
      port = places.port;
      openFolder(places.folder, 'mail');
      writeFileSync(join(places.folder, 'dovecot.conf'), dovecotAround(port, places.folder));
      return ['/usr/sbin/dovecot', '-F', '-c', join(places.folder, 'dovecot.conf')];
    },
  });
  const [member, stranger] = [await somebodyIn(STAFF), await somebodyIn()];
  const redirectUri = `${home}/index.php/login/oauth`;
  const asked = { redirectUri, scope: 'email', person: member, known: true };
  const { access_token: token } = await tokensOf(given.server, replacements, asked);
  expect(await authenticate(port, member.email, token)).toBe('OK');
  await leave(STAFF, member);
  expect(await authenticate(port, member.email, token)).toBe('NO');
  await comeBack(STAFF, member);
  expect(await authenticate(port, member.email, token)).toBe('OK');
  const query = new URLSearchParams({
    ...{ client_id: replacements.YOUR_API_KEY ?? '', redirect_uri: redirectUri, response_type: 'code' },
    scope: 'email',
  });
  expect(await refusedAt(`${given.server.authUrl}/oauth/authorize?${query}`, stranger)).toBe('/groups-only');
});

it('Django makes members superusers, and signs out whom Latchkey refuses', async () => {
  const { home } = await given.serve({
    title: 'Django: mozilla-django-oidc',
    files: ['latchkey.py', 'settings.py'],
    around: ['django/'],
    recipe: (page: Recipe) => {
      const all = changed(byGroup(page), { 'EXPIRY_SECONDS = 900': 'EXPIRY_SECONDS = 1' });
      return { ...all, blocks: [{ name: 'settings.py', text: 'from base import *\n' }, ...all.blocks] };
    },
    flags: [...RIGHTS, ...MEMBERS_ALONE],
    command: () => [PYTHON, 'serve.py'],
    environment: { PYTHONWARNINGS: 'ignore' },
  });
  const begin = `${home}/oidc/authenticate/`;
  const [boss, member, stranger] = [await somebodyIn(STAFF, SRE), await somebodyIn(STAFF), await somebodyIn()];
  const who = async (browser: Browser) => JSON.parse((await browser.open(`${home}/`)).html);
  const [first, second] = [await enter(begin, boss), await enter(begin, member)];
  expect(await who(first)).toMatchObject({ signed_in: true, is_superuser: true });
  expect(await who(second)).toMatchObject({ signed_in: true, is_superuser: false });
  expect(await refusedAt(begin, stranger)).toBe('/groups-only');

  await leave(SRE, boss);
  await leave(STAFF, member);
  await expect.poll(() => who(first)).toMatchObject({ signed_in: true, is_superuser: false });
  await expect.poll(() => who(second)).toEqual({ signed_in: false });
});

it('JupyterHub makes members administrators, takes it back, and asks who left to sign in again', async () => {
  const { home } = await given.serve({
    title: 'JupyterHub: oauthenticator',
    files: ['jupyterhub_config.py'],
    around: ['hub.py'],
    recipe: (page) => changed(byGroup(page), { 'auth_refresh_age = 60': 'auth_refresh_age = 1' }),
    flags: [...RIGHTS, ...MEMBERS_ALONE],
    command: () => [PYTHON, '-m', 'jupyterhub', '--config', 'hub.py'],
    environment: { PYTHONWARNINGS: 'ignore', JUPYTERHUB_CRYPT_KEY: '0'.repeat(64) },
  });
  const begin = `${home}/hub/oauth_login?next=%2Fhub%2Fhome`;
  const [boss, member, stranger] = [await somebodyIn(STAFF, SRE), await somebodyIn(STAFF), await somebodyIn()];
  const [first, second] = [await enter(begin, boss), await enter(begin, member)];
  expect(await whoAtHub(first, home)).toEqual({ name: boss.username, admin: true });
  expect(await whoAtHub(second, home)).toEqual({ name: member.username, admin: false });
  expect(await refusedAt(begin, stranger)).toBe('/groups-only');

  await leave(SRE, boss);
  await leave(STAFF, member);
  await expect.poll(() => whoAtHub(first, home)).toEqual({ name: boss.username, admin: false });
  await expect.poll(() => whoAtHub(second, home)).toEqual({ name: undefined, admin: false });
});
