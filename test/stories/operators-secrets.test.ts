// No operator sees a password, token, code or secret of anybody (contract 29, case N4): every page and every answer
// that only shows, every command that lists or shows, the audit and the log, on a server that has one of everything.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { Flags } from '../../src/cli/frame/command.ts';
import { printList } from '../../src/cli/frame/print-list.ts';
import { createApiSecret } from '../../src/core/applications/apis/api-secrets.ts';
import type { Application } from '../../src/core/applications/applications/application.ts';
import { createClientSecret } from '../../src/core/applications/client-secrets/create-client-secret.ts';
import { createMachineToken } from '../../src/core/applications/machine-tokens/create-machine-token.ts';
import { SCOPES } from '../../src/core/ground/acts/scope.ts';
import { createAccount } from '../../src/core/people/accounts/create-account.ts';
import { Browser } from '../helpers/browser.ts';
import { type FullAccount, givenFullAccount, searchFor } from '../helpers/full-account.ts';
import { givenApi } from '../helpers/given-api.ts';
import { givenGroup, join } from '../helpers/given-group.ts';
import { givenSession } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { declaredRoutes } from '../helpers/told-acts.ts';
import { newEmail, PASSWORD } from './account-pages.ts';
import { givenApplication, ownerInBrowser } from './console-pages.ts';

let hosts: Hosts;
let application: Application;
let person: FullAccount;
let operator: Browser;
/** Of the person, and of the server and the application. */
const secrets = new Map<string, string>();
let secretsIn: (text: string) => string[];
/** What stands for each parameter of a path. */
let names: Readonly<Record<string, string>>;
let machineToken: string;

beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_LOG_LEVEL: 'trace' });
  const { ports } = hosts;
  const owner = await ownerInBrowser(hosts);
  application = await givenApplication(hosts, owner);
  person = await givenFullAccount(hosts, application, 'user');
  for (const [name, secret] of person.secrets) secrets.set(name, secret);
  const caller = { accountId: owner.accountId, role: 'owner' as const };
  const made = await createClientSecret(ports, { caller, applicationId: application.id, expiresAt: undefined });
  const machine = await createMachineToken(ports, { draft: { name: 'robot', days: '9', scopes: SCOPES } });
  if (made.kind !== 'created' || machine.kind !== 'created') throw new Error(`${made.kind} ${machine.kind}`);
  machineToken = machine.token;
  const group = await givenGroup(hosts, 'planted');
  const { id: apiId } = await givenApi(hosts, { resource: 'https://planted.example' });
  const apiSecret = await createApiSecret(hosts.ports, { apiId });
  if (apiSecret.kind !== 'made') throw new Error(apiSecret.kind);
  await join(hosts, group, person.id);
  secrets.set('client secret', made.secret).set('machine token', machine.token);
  secrets.set('API secret', apiSecret.secret);
  secrets.set('server secret', hosts.environment.LATCHKEY_SECRET ?? '').set('password of operator', PASSWORD);
  const endpoint = await api('POST', `/applications/${application.id}/event-endpoints`, { url: 'https://a.example/e' });
  const { id: endpointId, secret } = (await endpoint.json()) as { id: string; secret: string };
  secrets.set('event secret', secret);
  const email = newEmail();
  await createAccount(ports, { email, role: 'operator', nickname: undefined, password: PASSWORD });
  operator = new Browser();
  await givenSession(hosts, operator, email);
  names = {
    id: application.id,
    accountId: person.id,
    groupId: group.id,
    operatorApiId: apiId,
    hostId: 'planted.example',
    apiSecretId: apiSecret.apiSecret.id,
    platformId: application.platforms[0]?.id ?? '',
    redirectUriId: application.redirectUris[0]?.id ?? '',
    item: 'nickname',
    secretId: (await ports.clientSecrets.list(application.id))[0]?.id ?? '',
    memberId: owner.accountId,
    sub: person.values.sub,
    endpointId,
  };
  secretsIn = searchFor(secrets);
});
afterAll(() => hosts?.stop());

const api = (method: string, path: string, body?: object) =>
  fetch(hosts.apiUrl + path, {
    method,
    headers: { authorization: `Bearer ${machineToken}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });

function fill(path: string): string {
  const known = path.startsWith('/console/accounts') ? { id: person.id } : names;
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = (known as Readonly<Record<string, string>>)[name];
    if (!value) throw new Error(`Say here what :${name} of ${path} is.`);
    return value;
  });
}

/** Expects that `text` shows no secret. */
const expectNone = (text: string, where: string) => expect(secretsIn(text), where).toEqual([]);

test('there is one secret of each kind, and the search finds each in any spelling', () => {
  const kinds = [...secrets.keys()].filter((name) => !/^(?:cookie|recovery code [1-9])/.test(name));
  expect(kinds.sort()).toEqual(
    [
      ...[
        'API secret',
        'API token',
        'access token',
        'authenticator secret',
        'client secret',
        'code',
        'event secret',
        'machine token',
      ],
      ...['next code', 'password', 'password hash', 'password link', 'password of operator', 'recovery code 0'],
      ...['refresh token', 'server secret'],
    ].sort(),
  );
  for (const [name, secret] of secrets) {
    expect(secret.length, name).toBeGreaterThan(8);
    expect(secretsIn(`x ${secret} y`)).toContain(name);
  }
});

test('contract 29, N4: no page of the console', async () => {
  const { auth } = declaredRoutes(hosts);
  const paths = auth.flatMap(({ path, methods }) =>
    methods.GET && path.startsWith('/console') && !path.endsWith('.css') ? [path] : [],
  );
  expect(paths.length).toBeGreaterThan(20);
  let shown = '';
  for (const path of paths) {
    const page = await operator.open(hosts.authUrl + fill(path), { follow: false });
    expect([path, page.status < 400 || path.endsWith('/callback')]).toEqual([path, true]);
    expectNone(page.html + JSON.stringify([...page.headers]), path);
    shown += page.html;
  }
  for (const value of [person.email, person.values.sub, person.values.passkey]) expect(shown).toContain(value);
});

test('contract 29, N4: no answer of the API host, by a token with every scope', async () => {
  const { api: routes } = declaredRoutes(hosts);
  const paths = routes.flatMap(({ path, methods }) => (methods.GET && path !== '/user-info' ? [path] : []));
  expect(paths.length).toBeGreaterThan(20);
  let shown = '';
  for (const path of paths) {
    const answer = await api('GET', fill(path));
    const text = await answer.text();
    expect([path, answer.status < 500]).toEqual([path, true]);
    expectNone(text + JSON.stringify([...answer.headers]), path);
    shown += text;
  }
  for (const value of [person.email, person.values.sub]) expect(shown).toContain(value);
});

test('contract 29, N4: no command that lists or shows', async () => {
  const email = { email: person.email };
  const app = { application: application.id };
  const shows: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    doctor: {},
    'config check': {},
    'accounts list': {},
    'accounts show': email,
    'accounts sessions': email,
    'accounts export': { reason: 'a look' },
    'api-tokens list': email,
    'machine-tokens list': {},
    'policy get': {},
    'usernames reserved': {},
    'groups list': {},
    'groups show': { group: 'planted' },
    'clients list': {},
    'apis list': {},
    'apis show': { resource: 'https://planted.example' },
    'client-secrets list': app,
    'applications list': {},
    'applications show': app,
    'messages list': {},
    'keys list': {},
    'audit list': {},
    'audit export': { reason: 'a look' },
    'audit verify': {},
  };
  // They need something that is not here, or answer with nothing.
  const others = ['accounts agreement', 'healthcheck', 'serve'];
  const named = COMMANDS.map(({ path, audit }) => ({ name: path.join(' '), audit }));
  const showing = named
    .filter(({ name, audit }) => audit !== 'change' && !others.includes(name))
    .map(({ name }) => name);
  expect(showing.filter((name) => !(name in shows) && !/^(?:backup|restore|move|migrate)$/.test(name))).toEqual([]);
  for (const [name, values] of Object.entries(shows)) {
    // The text has a part of the document; an export is no document.
    for (const json of name === 'accounts export' || /token|secret/.test(name)
      ? [{ json: 'true' }, {}]
      : [{ json: 'true' }]) {
      const text = await outputOf(name, { ...values, ...json });
      expect(text.length, name).toBeGreaterThan(1);
      expectNone(text, name);
      if (name.startsWith('accounts') && name !== 'accounts sessions') expect(text, name).toContain(person.email);
    }
  }
});

/** Runs a command in this process. @returns all that it prints */
async function outputOf(name: string, values: Readonly<Record<string, string>>): Promise<string> {
  const spec = COMMANDS.find(({ path }) => path.join(' ') === name);
  if (!spec) throw new Error(`There is no command ${name}`);
  const output: string[] = [];
  const write = process.stdout.write;
  const stream = {
    write(text: string, done?: () => void) {
      output.push(String(text));
      done?.();
      return true;
    },
  };
  const print = (answer: { json: unknown; text: string }) => void output.push(JSON.stringify(answer.json), answer.text);
  process.stdout.write = stream.write as typeof write;
  try {
    const answer = await (await spec.load()).run({
      command: name,
      flags: new Flags(new Map(Object.entries(values).map(([flag, value]) => [flag, [value]]))),
      settingsInput: { env: hosts.environment },
      onlyReads: spec.audit !== 'change',
      print,
      printList: async (list) => {
        await printList(list, 'json' in values, stream as unknown as NodeJS.WritableStream);
        return undefined;
      },
    });
    if (answer) print(answer);
  } finally {
    process.stdout.write = write;
  }
  return output.join('\n');
}

test('contract 29, 61: neither the audit nor the log, after all of that', async () => {
  const rows = [...(await hosts.rows())].filter(([table]) => table === 'audit_entries').flatMap(([, all]) => all);
  expect(rows.length).toBeGreaterThan(20);
  expectNone(JSON.stringify(rows), 'audit');
  expect(JSON.stringify(rows)).not.toContain(person.email);
  const lines = JSON.stringify(hosts.logs);
  expect(lines).toContain('account');
  expectNone(lines, 'log');
});
