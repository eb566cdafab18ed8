// Who reaches the pages and routes of operators: each that the hosts declare × role × account × scope of the token
// (contract 29; cases N1, N3, N13). One without a verdict here fails, so that a new one is judged on its first day.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Application } from '../../src/core/applications/applications/application.ts';
import { MACHINE_TOKEN_PREFIX } from '../../src/core/applications/machine-tokens/create-machine-token.ts';
import { type Account, ROLES, type Role } from '../../src/core/ground/accounts/account.ts';
import { type AccountAct, mayActOn, mayDoAct } from '../../src/core/ground/acts/account-acts.ts';
import { mayUse, SCOPES, type Scope } from '../../src/core/ground/acts/scope.ts';
import { checkLogo } from '../../src/core/ground/logos/logo.ts';
import { hashSecret, randomSecret } from '../../src/core/ground/secrets.ts';
import { createAccount } from '../../src/core/people/accounts/create-account.ts';
import { changePolicy } from '../../src/core/server/policy/change-policy.ts';
import { toServiceLogo } from '../../src/core/server/policy/service-logo.ts';
import { Browser } from '../helpers/browser.ts';
import { type FullAccount, givenFullAccount, searchFor } from '../helpers/full-account.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { png } from '../helpers/images.ts';
import { givenMember } from '../helpers/membership.ts';
import { newId } from '../helpers/new-id.ts';
import { refusalIn } from '../helpers/refusals.ts';
import type { Row } from '../helpers/store.ts';
import { actsOf, declaredRoutes } from '../helpers/told-acts.ts';
import { newEmail, PASSWORD, signIn } from './account-pages.ts';
import { givenApplication, ownerInBrowser } from './console-pages.ts';

const STAFF: readonly Role[] = ['support', 'operator'];
const OPERATORS: readonly Role[] = ['operator'];

/** Whom each lets in. `values`: what its form would send; `status`: of the answer, where it is no page. */
const PAGES: Readonly<Record<string, { roles: readonly Role[]; act?: AccountAct; values?: object; status?: number }>> =
  {
    'GET /console/accounts': { roles: STAFF },
    'GET /console/accounts/:id': { roles: STAFF },
    'POST /console/accounts/:id end-sessions': { roles: STAFF, act: 'end-sessions' },
    'POST /console/accounts/:id send-reset': { roles: STAFF, act: 'send-reset' },
    'POST /console/accounts/:id disable': { roles: OPERATORS, act: 'disable' },
    'POST /console/accounts/:id enable': { roles: OPERATORS, act: 'enable' },
    // The act of each is also to hand over what the account owns.
    'POST /console/accounts/:id set-role': {
      ...{ roles: OPERATORS, act: 'set-role', values: { role: 'user', hand_over_to: '$another' } },
    },
    'POST /console/accounts/:id remove-factors': { roles: OPERATORS, act: 'remove-factors' },
    'POST /console/accounts/:id delete': { roles: OPERATORS, act: 'delete', values: { hand_over_to: '$another' } },
    // There is no such group.
    'POST /console/accounts/:id add-to-group': { roles: OPERATORS, values: { group: 'taken' }, status: 409 },
    'POST /console/accounts/:id remove-from-group': { roles: OPERATORS, values: { entry: '$machine' }, status: 409 },
    'GET /console/groups': { roles: OPERATORS },
    'POST /console/groups create': { roles: OPERATORS, values: { name: 'taken' } },
    'GET /console/groups/:groupId': { roles: OPERATORS },
    'POST /console/groups/:groupId save': { roles: OPERATORS, values: { name: 'taken' } },
    'POST /console/groups/:groupId delete': { roles: OPERATORS },
    'POST /console/groups/:groupId add-application': { roles: OPERATORS, values: { entry: '$application' } },
    'POST /console/groups/:groupId remove-application': { roles: OPERATORS, values: { entry: '$application' } },
    'POST /console/groups/:groupId add-member': { roles: OPERATORS, values: { who: '$another' } },
    'POST /console/groups/:groupId remove-member': { roles: OPERATORS, values: { entry: '$another' } },
    'GET /console/apis': { roles: OPERATORS },
    'POST /console/apis create': { roles: OPERATORS, values: { name: 'Taken', resource: 'https://taken.example' } },
    'GET /console/apis/:operatorApiId': { roles: OPERATORS },
    'POST /console/apis/:operatorApiId save': { roles: OPERATORS, values: { name: 'Taken' } },
    'POST /console/apis/:operatorApiId add-scope': { roles: OPERATORS, values: { name: 'taken' } },
    'POST /console/apis/:operatorApiId save-scope': { roles: OPERATORS, values: { entry: 'x', label: 'Taken' } },
    'POST /console/apis/:operatorApiId remove-scope': { roles: OPERATORS, values: { entry: 'x' } },
    'POST /console/apis/:operatorApiId allow': { roles: OPERATORS, values: { application: '$machine', scopes: 'x' } },
    'POST /console/apis/:operatorApiId deny': { roles: OPERATORS, values: { entry: '$machine' } },
    'POST /console/apis/:operatorApiId create-secret': { roles: OPERATORS },
    'POST /console/apis/:operatorApiId delete-secret': { roles: OPERATORS, values: { entry: '$machine' } },
    'POST /console/apis/:operatorApiId delete': { roles: OPERATORS },
    'GET /console/clients': { roles: OPERATORS },
    'POST /console/clients block': { roles: OPERATORS, values: { host: 'taken.example' } },
    'POST /console/clients unblock': { roles: OPERATORS, values: { host: 'taken.example' } },
    'GET /console/mails': { roles: OPERATORS },
    'POST /console/mails test': { roles: OPERATORS },
    'GET /console/policy': { roles: OPERATORS },
    // Without a color.
    'GET /console/policy/looks.css': { roles: OPERATORS, status: 400 },
    'POST /console/policy set-logo': { roles: OPERATORS },
    'POST /console/policy remove-logo': { roles: OPERATORS },
    'POST /console/policy set-dark-logo': { roles: OPERATORS },
    'POST /console/policy remove-dark-logo': { roles: OPERATORS },
    'POST /console/policy save': { roles: OPERATORS, values: { version: '0', service_name: 'Taken' } },
    'GET /console/policy/documents': { roles: OPERATORS },
    'POST /console/policy/documents add': { roles: OPERATORS, values: { version: '0', id: 'taken' } },
    'POST /console/policy/documents change': { roles: OPERATORS, values: { version: '0', entry: 'taken' } },
    'POST /console/policy/documents remove': { roles: OPERATORS, values: { version: '0', entry: 'taken' } },
    'POST /console/policy/documents move-up': { roles: OPERATORS, values: { version: '0', entry: 'taken' } },
    'GET /console/machine-tokens': { roles: OPERATORS },
    'POST /console/machine-tokens create': {
      roles: OPERATORS,
      values: { name: 'taken', days: '9', newest: '', 'scope-accounts:read': 'on' },
    },
    'POST /console/machine-tokens remove': { roles: OPERATORS, values: { entry: '$machine' } },
    'GET /console/messages': { roles: OPERATORS },
    'GET /console/search': { roles: OPERATORS },
    'GET /console/audit': { roles: OPERATORS },
    'GET /console/audit.jsonl': { roles: OPERATORS },
    'GET /console/signing-keys': { roles: OPERATORS },
    'GET /console/doctor': { roles: OPERATORS },
    'GET /welcome': { roles: OPERATORS },
  };

/** Pages about whoever is signed in, and about nobody else. */
const OF_ONESELF =
  /^\/(?:account|confirm|device|second-factor|verify)(?=\/|$)|^\/console(?:\/applications\/new|\/api-tokens)?$/;
/** Judged by console-isolation.test.ts and registration-isolation.test.ts, and by a row below for support. */
const OF_APPLICATION = /^(?:\/console)?\/applications/;

type RouteVerdict = {
  /** All that a token must have. */
  scopes: readonly Scope[];
  /** What it must have besides, for what is asked; that is told of accounts that are there. */
  asks?: Scope;
  /** Machine tokens do what operators do. */
  roles: readonly (Role | 'machine')[];
  act?: AccountAct;
  body?: object;
  image?: Buffer;
  /** Whether somebody is named who gets what the account owns. */
  handsOver?: true;
};
const READ: Scope = 'accounts:read';
const WRITE: Scope = 'accounts:write';

const TAKEN_API = { resource: 'https://taken.example', name: 'Taken' };

/** After method and path, what the request asks for, where verdicts differ by that. */
const ROUTES: Readonly<Record<string, RouteVerdict>> = {
  'GET /accounts': { scopes: [READ], roles: STAFF },
  'POST /accounts': { scopes: [WRITE], roles: OPERATORS, body: { email: '$new' } },
  'POST /accounts role': {
    scopes: [WRITE],
    asks: 'roles',
    roles: ['machine'],
    body: { email: '$new', role: 'operator' },
  },
  'GET /accounts/:accountId': { scopes: [READ], roles: STAFF },
  'PATCH /accounts/:accountId role': {
    scopes: [WRITE, READ],
    asks: 'roles',
    roles: ['machine'],
    act: 'set-role',
    body: { role: 'operator' },
  },
  'PATCH /accounts/:accountId status': {
    scopes: [WRITE, READ],
    roles: OPERATORS,
    act: 'disable',
    body: { status: 'disabled' },
  },
  'PATCH /accounts/:accountId email': {
    scopes: [WRITE, READ],
    roles: OPERATORS,
    act: 'verify-email',
    body: { email_verified: true },
  },
  'DELETE /accounts/:accountId': { scopes: [WRITE], roles: OPERATORS, act: 'delete' },
  'DELETE /accounts/:accountId hand-over': {
    ...{ scopes: [WRITE], asks: 'roles', roles: ['machine'], act: 'hand-over', handsOver: true },
  },
  'PATCH /accounts/:accountId hand-over': {
    ...{ scopes: [WRITE, READ], asks: 'roles', roles: ['machine'], act: 'hand-over', handsOver: true },
    body: { role: 'user' },
  },
  'GET /accounts/:accountId/sessions': { scopes: [READ], roles: STAFF },
  'DELETE /accounts/:accountId/sessions': { scopes: [WRITE], roles: STAFF, act: 'end-sessions' },
  'POST /accounts/:accountId/password-links': { scopes: [WRITE], roles: STAFF, act: 'send-reset' },
  'GET /policy': { scopes: ['policy'], roles: OPERATORS },
  'PATCH /policy': { scopes: ['policy'], roles: OPERATORS, body: { service_name: 'Taken' } },
  // Who gets rights, and who must protect them, no token decides (contract 32).
  'PATCH /policy ownership': { scopes: ['policy'], roles: [], body: { open_ownership: false } },
  'PATCH /policy factor': { scopes: ['policy'], roles: [], body: { service_name: 'Taken', second_factor: 'staff' } },
  'GET /policy/logo': { scopes: ['policy'], roles: OPERATORS },
  'PUT /policy/logo': { scopes: ['policy'], roles: OPERATORS, image: png(9) },
  'DELETE /policy/logo': { scopes: ['policy'], roles: OPERATORS },
  'GET /policy/logo-dark': { scopes: ['policy'], roles: OPERATORS },
  'PUT /policy/logo-dark': { scopes: ['policy'], roles: OPERATORS, image: png(9) },
  'DELETE /policy/logo-dark': { scopes: ['policy'], roles: OPERATORS },
  'GET /audit': { scopes: ['audit'], roles: OPERATORS },
  'GET /groups': { scopes: ['groups'], roles: OPERATORS },
  'POST /groups': { scopes: ['groups'], roles: OPERATORS, body: { name: 'taken' } },
  'GET /groups/:groupId': { scopes: ['groups'], roles: OPERATORS },
  'PUT /groups/:groupId': { scopes: ['groups'], roles: OPERATORS, body: { name: 'taken' } },
  'PATCH /groups/:groupId': { scopes: ['groups'], roles: OPERATORS, body: { label: 'Taken' } },
  'DELETE /groups/:groupId': { scopes: ['groups'], roles: OPERATORS },
  'GET /groups/:groupId/members': { scopes: ['groups'], roles: OPERATORS },
  'POST /groups/:groupId/members': { scopes: ['groups'], roles: OPERATORS, body: { account: '$another' } },
  'GET /groups/:groupId/members/:accountId': { scopes: ['groups'], roles: OPERATORS },
  'DELETE /groups/:groupId/members/:accountId': { scopes: ['groups'], roles: OPERATORS },
  'GET /apis': { scopes: ['apis'], roles: OPERATORS },
  'POST /apis': { scopes: ['apis'], roles: OPERATORS, body: TAKEN_API },
  'GET /apis/:operatorApiId': { scopes: ['apis'], roles: OPERATORS },
  'PUT /apis/:operatorApiId': { scopes: ['apis'], roles: OPERATORS, body: TAKEN_API },
  'PATCH /apis/:operatorApiId': { scopes: ['apis'], roles: OPERATORS, body: { name: 'Taken' } },
  'DELETE /apis/:operatorApiId': { scopes: ['apis'], roles: OPERATORS },
  'GET /apis/:operatorApiId/secrets': { scopes: ['apis'], roles: OPERATORS },
  'POST /apis/:operatorApiId/secrets': { scopes: ['apis'], roles: OPERATORS },
  'GET /apis/:operatorApiId/secrets/:apiSecretId': { scopes: ['apis'], roles: OPERATORS },
  'DELETE /apis/:operatorApiId/secrets/:apiSecretId': { scopes: ['apis'], roles: OPERATORS },
  'GET /client-hosts': { scopes: ['apis'], roles: OPERATORS },
  'GET /client-hosts/:hostId': { scopes: ['apis'], roles: OPERATORS },
  'PATCH /client-hosts/:hostId': { scopes: ['apis'], roles: OPERATORS, body: { blocked: true } },
};
/** For access tokens, and for any API token: both show what is nobody's secret. */
const OTHER_ROUTES = ['GET /user-info', 'POST /user-info', 'GET /consent-items'];

/** Where somebody who is not signed in is led. */
const SIGN_IN = expect.stringMatching(/^\/login/);
/** The application that the planted people use. */
const SHOP = 'Qxplantshop';

/** An owner's, an editor's and a viewer's application is the same one, of which support knows nothing. */
const PEOPLE = ['user', 'owner', 'editor', 'viewer', 'support', 'operator'] as const;
type PersonName = (typeof PEOPLE)[number];
type Person = { account: Account; browser: Browser; csrf: string };

let hosts: Hosts;
let application: Application;
let machineId: string;
const people = new Map<PersonName, Person>();
/** Accounts that nobody here has anything to do with. */
let another: FullAccount;
let ofOperator: FullAccount;
let gone: FullAccount;
let secretsIn: (text: string) => string[];
type Caller = { name: string; role: Role | 'machine'; token: string; scopes: readonly Scope[] };
/** Of everybody, with one scope each and with all. */
const callers: Caller[] = [];
/** An operator's, as the version before scopes made it. */
const oldToken = `lk_api_${randomSecret()}`;
/** The accounts that are asked for, by what they are. */
let targets: ReadonlyMap<string, string>;

const roleOf = (name: PersonName): Role => (name === 'editor' || name === 'viewer' ? 'user' : name);
const personNamed = (name: PersonName): Person => people.get(name) as Person;

async function given(role: Role): Promise<Account> {
  const made = await createAccount(hosts.ports, { email: newEmail(), role, nickname: 'Mina', password: PASSWORD });
  if (made.kind !== 'created') throw new Error('No account');
  return made.account;
}

/** Signed in, with a token that the forms of the console take from this person. */
async function enter(account: Account): Promise<Person> {
  const browser = new Browser();
  await signIn(hosts, browser, account.email);
  const pages = await Promise.all(
    ['/console', '/console/api-tokens'].map((path) => browser.open(hosts.authUrl + path)),
  );
  const forms = pages.flatMap((page) => page.forms.filter(({ fields }) => fields.includes('csrf')));
  const form = forms.find(({ action, method }) => method === 'POST' && action.pathname.startsWith('/console'));
  const csrf = form?.values.find(([name]) => name === 'csrf')?.[1];
  if (!csrf) throw new Error(`No form for ${account.role}`);
  return { account, browser, csrf };
}

/** A token with these scopes, also where its person's role may not use them; machine: of nobody. */
async function tokenWith(account: Account | 'machine', scopes: readonly Scope[]): Promise<string> {
  const isMachine = account === 'machine';
  const token = `${isMachine ? MACHINE_TOKEN_PREFIX : 'lk_api_'}${randomSecret()}`;
  const now = hosts.clock.now();
  const row = {
    id: newId(),
    name: 'test',
    tokenHash: hashSecret(token),
    scopes,
    createdAt: now,
    lastUsedAt: undefined,
  };
  if (isMachine) {
    await hosts.ports.machineTokens.insert({ ...row, expiresAt: now + 1e9, createdBy: undefined }, 99);
    machineId = row.id;
  } else await hosts.ports.apiTokens.insert({ ...row, accountId: account.id, expiresAt: undefined }, 50);
  return token;
}

beforeAll(async () => {
  hosts = await startHosts({
    ...{ LATCHKEY_OPEN_OWNERSHIP: 'true', LATCHKEY_REQUESTS_PER_SECOND: '100000' },
    // None is purged meanwhile.
    LATCHKEY_CODE_TTL_SECONDS: '600',
  });
  application = await givenApplication(hosts, await ownerInBrowser(hosts), SHOP);
  const logo = toServiceLogo(checkLogo('image/png', png(24)).logo);
  await changePolicy(hosts.ports, { wanted: { logo, logoDark: logo } });
  another = await givenFullAccount(hosts, application, 'user');
  ofOperator = await givenFullAccount(hosts, application, 'operator');
  gone = await givenFullAccount(hosts, application, 'user');
  await hosts.ports.accounts.remove(gone.id, hosts.clock.now());
  const own = await given('owner');
  const person = { browser: new Browser(), email: own.email, accountId: own.id };
  const { id: applicationId } = await givenApplication(hosts, person, 'Own');
  for (const name of PEOPLE) {
    const account = name === 'owner' ? own : await given(roleOf(name));
    if (name === 'editor' || name === 'viewer') {
      await givenMember(hosts.ports, { applicationId, accountId: account.id, role: name, now: hosts.clock.now() });
    }
    people.set(name, await enter(account));
  }
  for (const name of [...PEOPLE, 'machine'] as const) {
    const owner = name === 'machine' ? name : personNamed(name).account;
    for (const scopes of [...SCOPES.map((scope) => [scope]), SCOPES]) {
      const token = await tokenWith(owner, scopes);
      callers.push({ name, role: name === 'machine' ? name : roleOf(name), token, scopes });
    }
  }
  await hosts.execute(
    `insert into api_tokens (id, account_id, name, token_hash, created_at) values (?, ?, 'old', ?, ?)`,
    ...[newId(), personNamed('operator').account.id, hashSecret(oldToken), hosts.clock.now()],
  );
  const secrets = [another, ofOperator, gone].flatMap((one) =>
    [...one.secrets].map(([name, value]) => [`${name} of ${one.email}`, value] as const),
  );
  secretsIn = searchFor(new Map(secrets));
  targets = new Map([
    ['another’s', another.id],
    ['an operator’s', ofOperator.id],
    ['unknown', 'f'.repeat(32)],
    ['deleted', gone.id],
  ]);
});
afterAll(() => hosts?.stop());

/** A machine does what operators do, and what they cannot do by tokens. */
const isLetIn = (roles: RouteVerdict['roles'], role: Role | 'machine'): boolean =>
  roles.includes(role) || (role === 'machine' && roles.includes('operator'));

/** A page or route that names no account is asked once. */
const targetsOf = (name: string) => (name.includes(':') ? [...targets] : [...targets].slice(0, 1));

const exists = (id: string) => id === another.id || id === ofOperator.id;

/** What tells of requests, and what the background does. */
const BESIDE = /^(?:audit_|sqlite_|policy_processes$|daily_counts$|deleted_accounts$)/;
const stay = ({ last_used_at: _, ...row }: Row) => row;

/** A hash of each table. */
async function database(): Promise<Record<string, string>> {
  const tables = [...(await hosts.rows())].filter(([name]) => !BESIDE.test(name));
  const hash = (rows: readonly Row[]) =>
    createHash('sha256')
      .update(
        rows
          .map((row) => JSON.stringify(stay(row)))
          .sort()
          .join('\n'),
      )
      .digest('hex');
  return Object.fromEntries(tables.map(([name, rows]) => [name, hash(rows)]));
}

/** What only those see who may look, in `text`. */
const valuesIn = (text: string): string[] =>
  [another, ofOperator, gone].flatMap(({ values }) => Object.values(values)).filter((value) => text.includes(value));
const expectNoSecret = (text: string, what: string) => expect(secretsIn(text), what).toEqual([]);

const pathOf = (name: string, id: string): string => (name.split(' ')[1] ?? '').replace(/:\w+/g, id);

/** Ids that are known only later. */
const PLACEHOLDERS: Readonly<Record<string, () => string>> = {
  $machine: () => machineId,
  $another: () => another.id,
  $application: () => application.id,
};

/** Sends what the page's own form would, also where the person has no such form. */
function sendTo(name: string, who: Pick<Person, 'browser'> & { csrf?: string }, id: string): Promise<Page> {
  const [method = '', , action = ''] = name.split(' ');
  const url = new URL(pathOf(name, id), hosts.authUrl);
  if (method === 'GET') return who.browser.open(url, { follow: false });
  const values = Object.entries({ csrf: who.csrf ?? '', form: action, action, ...PAGES[name]?.values }).map(
    ([field, value]) => [field, PLACEHOLDERS[String(value)]?.() ?? String(value)] as const,
  );
  const form = { action: url, method: 'POST' as const, values, fields: [], buttons: [], html: '', page: url };
  return who.browser.submit(form, {}, { follow: false });
}

/** All that an answer tells, but for what was asked and the number of the request. */
const told = ({ status, headers, html }: Pick<Page, 'status' | 'headers' | 'html'>, id: string) => {
  const requestId = headers.get('x-request-id') ?? '';
  const own = [...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id');
  return JSON.stringify([status, own, html]).replaceAll(id, 'ID').replaceAll(requestId, 'REQUEST');
};

test('contract 29: every page and route that is neither one’s own nor an application’s has a verdict here', () => {
  const { auth, api } = declaredRoutes(hosts);
  const pages = auth.filter(({ path }) => !OF_ONESELF.test(path) && !OF_APPLICATION.test(path));
  expect(pages.flatMap((route) => actsOf(route, ({ access }) => access === 'session')).sort()).toEqual(
    Object.keys(PAGES).sort(),
  );
  const routes = api.filter(({ path }) => !OF_APPLICATION.test(path)).flatMap((route) => actsOf(route));
  const judged = new Set(Object.keys(ROUTES).map((name) => name.split(' ', 2).join(' ')));
  expect(routes.sort()).toEqual([...judged, ...OTHER_ROUTES].sort());
});

async function call(name: string, token: string | undefined, id: string) {
  const [method = ''] = name.split(' ');
  const { body: json, image, handsOver } = ROUTES[name] ?? {};
  const query = handsOver ? `?applications=hand-over:${another.id}` : '';
  const body = image ? new Uint8Array(image) : JSON.stringify(json)?.replace('$new', newEmail());
  const jsonType = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const response = await fetch(hosts.apiUrl + pathOf(name, id) + query, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': image ? 'image/png' : jsonType }),
    },
    ...(body && { body }),
  });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

const tokenOf = (name: PersonName | 'machine'): string =>
  callers.find((one) => one.name === name && one.scopes === SCOPES)?.token ?? '';

/** Asks a route about each of these accounts, and expects one refusal that tells nothing. */
async function expectRefused(
  route: string,
  token: string | undefined,
  status: number,
  about: readonly (readonly [string, string])[] = targetsOf(route),
) {
  const answers = await Promise.all(
    about.map(async ([what, id]) => {
      const answer = await call(route, token, id);
      expect([route, what, answer.status]).toEqual([route, what, status]);
      expect(valuesIn(answer.html), route).toEqual([]);
      expectNoSecret(answer.html, route);
      return { answer, told: told(answer, id) };
    }),
  );
  expect(new Set(answers.map((one) => one.told)).size, route).toBe(1);
  return answers[0]?.answer;
}

describe('N1, N3, N13, contract 29: who is not let in', () => {
  let before: Record<string, string>;
  beforeAll(async () => {
    before = await database();
  });

  test.each(Object.entries(PAGES))('%s: sees nothing, whatever account it is about', async (name, { roles }) => {
    for (const who of [undefined, ...PEOPLE.filter((one) => !roles.includes(roleOf(one)))]) {
      const answers = await Promise.all(
        targetsOf(name).map(async ([what, id]) => {
          const page = await sendTo(name, who ? personNamed(who) : { browser: new Browser() }, id);
          const where = `${who} ${what}`;
          // Support may look, and so may know that there is no such account.
          const isAbsent = who === 'support' && name.includes('/accounts/:id') && !exists(id);
          const refusal = isAbsent ? [404, 'not-found'] : [403, 'forbidden'];
          if (who) expect([page.status, refusalIn(page.html)], where).toEqual(refusal);
          else expect([page.status, page.headers.get('location')], where).toEqual([303, SIGN_IN]);
          expect(valuesIn(page.html), where).toEqual([]);
          expectNoSecret(page.html, where);
          return who === undefined || isAbsent ? undefined : told(page, id);
        }),
      );
      expect(new Set(answers.filter((answer) => answer !== undefined)).size, who).toBeLessThanOrEqual(1);
    }
  });

  test('pages about oneself, and those of others’ applications, tell nobody but operators of others', async () => {
    const pages = declaredRoutes(hosts).auth.filter(({ methods }) => methods.GET?.access === 'session');
    const paths = pages.map(({ path }) => path).filter((path) => OF_ONESELF.test(path) || OF_APPLICATION.test(path));
    expect(paths.length).toBeGreaterThan(30);
    for (const who of PEOPLE.filter((one) => one !== 'operator')) {
      const { browser } = personNamed(who);
      await Promise.all(
        paths.map(async (path) => {
          const page = await browser.open(hosts.authUrl + path.replace(':id', application.id), { follow: false });
          if (path.includes('/applications/:id')) expect([who, path, page.status]).toEqual([who, path, 404]);
          expect([who, path, valuesIn(page.html), page.html.includes(SHOP)]).toEqual([who, path, [], false]);
          expectNoSecret(page.html, path);
        }),
      );
    }
  });

  test.each([...PEOPLE, 'machine'] as const)(
    'tokens of %s open what their scopes and role open, no more',
    async (name) => {
      for (const { role, scopes: given, token } of callers.filter((one) => one.name === name)) {
        for (const [route, { scopes, asks, roles }] of Object.entries(ROUTES)) {
          const lacks = scopes.some((scope) => !given.includes(scope));
          const isAsked = asks && !lacks && isLetIn(OPERATORS, role);
          if (isAsked && !mayUse({ role, scopes: given }, asks)) {
            await expectRefused(route, token, 403, [['another’s', another.id]]);
            continue;
          }
          if (!lacks && isLetIn(roles, role)) continue;
          // The scope is asked before anything is looked up: where it lacks, any two accounts tell.
          const all = targetsOf(route);
          const about = lacks && all.length > 2 ? all.slice(1, 3) : all;
          const answer = await expectRefused(route, token, 403, about);
          if (lacks) expect(answer?.headers.get('www-authenticate')).toContain('error="insufficient_scope"');
        }
      }
    },
  );

  test.each([
    ['no token', () => undefined],
    ['a token of nobody', () => `lk_api_${'a'.repeat(43)}`],
    ['a machine token of nobody', () => `${MACHINE_TOKEN_PREFIX}${'a'.repeat(43)}`],
    ['an access token', () => another.secrets.get('access token')],
  ])('with %s every route is 401', async (_what, token) => {
    for (const route of Object.keys(ROUTES)) await expectRefused(route, token(), 401);
  });

  test('a session opens no route, and no API token a page', async () => {
    const { browser } = personNamed('operator');
    const cookie = [...browser.cookies(hosts.authUrl)].map(([name, value]) => `${name}=${value}`).join('; ');
    expect((await fetch(`${hosts.apiUrl}/accounts`, { headers: { cookie } })).status).toBe(401);
    const headers = { authorization: `Bearer ${tokenOf('operator')}` };
    for (const name of Object.keys(PAGES).filter((one) => one.startsWith('GET'))) {
      const page = await new Browser().open(hosts.authUrl + pathOf(name, another.id), { follow: false, headers });
      expect([name, page.status, page.headers.get('location')]).toEqual([name, 303, SIGN_IN]);
    }
  });

  test('a token of before has the scope `applications` alone, also an operator’s', async () => {
    for (const route of Object.keys(ROUTES)) await expectRefused(route, oldToken, 403);
    const headers = { authorization: `Bearer ${oldToken}` };
    expect((await fetch(`${hosts.apiUrl}/applications`, { headers })).status).toBe(200);
  });

  test('support reaches no application: a token of theirs is nobody’s there', async () => {
    const headers = { authorization: `Bearer ${tokenOf('support')}` };
    for (const { path, methods } of declaredRoutes(hosts).api.filter((route) => OF_APPLICATION.test(route.path))) {
      for (const method of path.includes(':id') ? Object.keys(methods) : []) {
        const url = hosts.apiUrl + path.replace(':id', application.id).replace(/:\w+/g, 'f'.repeat(32));
        const answer = await fetch(url, { method, headers });
        expect([method, path, [403, 404].includes(answer.status)]).toEqual([method, path, true]);
        expect(await answer.text()).not.toContain(SHOP);
      }
    }
  });

  test('after all of that nothing has changed', async () => {
    expect(await database()).toEqual(before);
  });
});

describe('N1, N13, contract 29: who is let in', () => {
  let before: Record<string, string>;
  beforeAll(async () => {
    before = await database();
  });

  test.each(Object.entries(PAGES).filter(([name]) => name.includes('/:')))(
    '%s: acts on no operator, and sees no account that is not there',
    async (name, { roles, act, status = 200 }) => {
      // No group and no API has the id of an account.
      const isThere = (id: string) => exists(id) && !/\/(?:groups|apis)\//.test(name);
      for (const who of PEOPLE.filter((one) => roles.includes(roleOf(one)))) {
        const absent: string[] = [];
        for (const [what, id] of targets) {
          if (act && id === another.id) continue;
          const page = await sendTo(name, personNamed(who), id);
          expect([what, page.status]).toEqual([what, isThere(id) ? (act ? 403 : status) : 404]);
          expectNoSecret(page.html, `${who} ${what}`);
          if (!isThere(id)) absent.push(told(page, id));
        }
        expect(new Set(absent).size).toBe(1);
      }
    },
  );

  test.each(['support', 'operator', 'machine'] as const)(
    'a token of %s acts on no operator, and sees no account that is not there',
    async (name) => {
      for (const [route, { roles, act }] of Object.entries(ROUTES)) {
        if (!isLetIn(roles, name) || !(route.includes(':') || route.startsWith('GET'))) continue;
        for (const [what, id] of targetsOf(route)) {
          if (act && id === another.id) continue;
          const answer = await call(route, tokenOf(name), id);
          // No group, API or host has the id of an account.
          const isThere = exists(id) && !/:(?:group|operatorApi|host)Id/.test(route);
          const status = !route.includes(':') ? 200 : isThere ? (act ? 403 : 200) : 404;
          expect([route, what, answer.status]).toEqual([route, what, status]);
          expectNoSecret(answer.html, route);
          const more = valuesIn(answer.html).filter((value) => !value.includes('@'));
          if (name === 'support') expect(more, route).toEqual([]);
        }
      }
    },
  );

  test('support sees neither role, username, second factors nor connections of anybody', async () => {
    const { browser } = personNamed('support');
    for (const { id, values } of [another, ofOperator]) {
      const page = await sendTo('GET /console/accounts/:id', { browser }, id);
      expect(valuesIn(page.html)).toEqual([values.email]);
      expect(page.html).not.toContain(SHOP);
    }
    const list = await browser.open(`${hosts.authUrl}/console/accounts?q=qxplanted`);
    expect(valuesIn(list.html).sort()).toEqual([another, ofOperator].map(({ email }) => email).sort());
    const whole = await sendTo('GET /console/accounts/:id', personNamed('operator'), another.id);
    const hidden = Object.entries(another.values).filter(([, value]) => !whole.html.includes(value));
    expect(hidden.map(([name]) => name)).toEqual(['nickname']);
  });

  test('after all of that nothing has changed, but that people are told of looks', async () => {
    expect(await database()).toEqual({ ...before, activities: expect.any(String) });
  });
});

describe('contract 29: an act that is allowed', () => {
  const STORY = [
    ...Object.entries(PAGES).flatMap(([name, { act }]) => (act ? [[name, act, true] as const] : [])),
    ...Object.entries(ROUTES).flatMap(([name, { act }]) => (act ? [[name, act, false] as const] : [])),
  ];
  /** All that stands about people whom nobody acts on. */
  const aboutBystanders = async () => {
    const ids = [another.id, ofOperator.id, personNamed('user').account.id];
    return [...(await hosts.rows())]
      .filter(([table]) => !BESIDE.test(table))
      .flatMap(([table, rows]) => rows.map((row) => `${table} ${JSON.stringify(stay(row))}`))
      .filter((row) => ids.some((id) => row.includes(id)))
      .sort();
  };
  const tokens = async (): Promise<unknown[]> => {
    const rows = await hosts.rows();
    return ['api_tokens', 'machine_tokens'].flatMap((table) => (rows.get(table) ?? []).map(({ id }) => id));
  };
  let before: string[];
  beforeAll(async () => {
    before = await aboutBystanders();
  });

  test.each(STORY)('%s: signs nobody in, and leaves whoever acts as they are', async (name, act, isPage) => {
    const before = await tokens();
    for (const role of isPage ? STAFF : ([...STAFF, 'machine'] as const)) {
      const actor = role === 'machine' ? undefined : personNamed(role as PersonName);
      for (const targetRole of ROLES) {
        const target = await given(targetRole);
        const scopes = isPage ? undefined : SCOPES;
        const may = mayActOn(act, { id: actor?.account.id, role, scopes }, { ...target, edits: false });
        // Somebody without second factors has none to remove, and without mail no page sends a link.
        const isDone = act !== 'remove-factors' && !(isPage && act === 'send-reset');
        const { status } =
          isPage && actor
            ? await sendTo(name, actor, target.id)
            : await call(name, tokenOf(role as PersonName), target.id);
        const showsNone = act === 'send-reset' && !mayDoAct('show-reset', { role });
        const expected = !may ? [403] : !isDone ? [400] : isPage ? [303] : showsNone ? [409] : [200, 204];
        expect([role, targetRole, expected.includes(status), status]).toEqual([role, targetRole, true, status]);
        expect(await hosts.ports.sessions.listByAccount(target.id, hosts.clock.now(), 9)).toEqual([]);
      }
      if (!actor) continue;
      const me = await actor.browser.open(`${hosts.authUrl}/account`);
      expect([me.status, me.html.includes(actor.account.email)]).toEqual([200, true]);
    }
    // Contract 32: no route makes a token of any kind.
    for (const id of await tokens()) expect(before).toContain(id);
  });

  test('after all of that nothing about anybody else has changed', async () => {
    expect(await aboutBystanders()).toEqual(before);
  });
});
