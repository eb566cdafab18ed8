// /accounts on the API host (contract 29): every route × role × scope × account, and what each does.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiToken } from '../../src/core/applications/api-tokens/create-api-token.ts';
import { createMachineToken } from '../../src/core/applications/machine-tokens/create-machine-token.ts';
import { type Account, ROLES, type Role } from '../../src/core/ground/accounts/account.ts';
import { type AccountAct, mayActOn } from '../../src/core/ground/acts/account-acts.ts';
import { type Scope, scopesOf } from '../../src/core/ground/acts/scope.ts';
import { hashSecret, randomSecret } from '../../src/core/ground/secrets.ts';
import { createAccount } from '../../src/core/people/accounts/create-account.ts';
import { changePolicy } from '../../src/core/server/policy/change-policy.ts';
import { someApplication, someSession } from '../contract/stores/given.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { givenMember } from '../helpers/membership.ts';
import { newId } from '../helpers/new-id.ts';
import { newEmail } from './account-pages.ts';

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startHosts();
});
afterAll(() => hosts.stop());

async function given(role: Role, email = newEmail()): Promise<Account> {
  const made = await createAccount(hosts.ports, { email, role, nickname: 'Mina', password: undefined });
  if (made.kind !== 'created') throw new Error('No account');
  return made.account;
}

/** A token with these scopes, also where the role may not use them. */
async function tokenOf({ id }: Account, ...scopes: Scope[]): Promise<string> {
  const token = `lk_api_${randomSecret()}`;
  const row = { id: newId(), accountId: id, name: 'test', tokenHash: hashSecret(token), scopes, lastUsedAt: undefined };
  await hosts.ports.apiTokens.insert({ ...row, createdAt: hosts.clock.now(), expiresAt: undefined }, 50);
  return token;
}

/** What alone gives and takes roles by the API (contract 32). */
async function machineWith(...scopes: Scope[]): Promise<string> {
  const made = await createMachineToken(hosts.ports, { draft: { name: 'deploy', days: '9', scopes } });
  if (made.kind !== 'created') throw new Error(made.kind);
  return made.token;
}

const call = (method: string, path: string, token: string | undefined, body?: object) =>
  fetch(hosts.apiUrl + path, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
const json = async (method: string, path: string, token: string, body?: object) =>
  (await call(method, path, token, body)).json();
const now = ({ id }: Account) => hosts.ports.accounts.find(id);

type Problem = { type: string; status: number; errors: { pointer: string; code: string }[] };

const READ: Scope = 'accounts:read';
const WRITE: Scope = 'accounts:write';

/** Every method of every route, with the act that it is; undefined: a look. */
const ROUTES = (id: string): readonly (readonly [string, string, Scope, AccountAct | undefined, object?])[] => [
  ['GET', '/accounts', READ, undefined],
  ['GET', `/accounts/${id}`, READ, undefined],
  ['GET', `/accounts/${id}/sessions`, READ, undefined],
  ['POST', '/accounts', WRITE, 'create', { email: newEmail() }],
  ['PATCH', `/accounts/${id}`, WRITE, 'set-role', { role: 'operator' }],
  ['PATCH', `/accounts/${id}`, WRITE, 'disable', { status: 'disabled' }],
  ['PATCH', `/accounts/${id}`, WRITE, 'verify-email', { email_verified: true }],
  ['PATCH', `/accounts/${id}`, WRITE, 'set-username', { username: `n${id.slice(-10)}` }],
  ['DELETE', `/accounts/${id}/sessions`, WRITE, 'end-sessions'],
  ['POST', `/accounts/${id}/password-links`, WRITE, 'send-reset'],
  ['DELETE', `/accounts/${id}`, WRITE, 'delete'],
];

/** Of a caller, by what they may do; `writesOnly`: the answer of PATCH shows the account, so it wants both. */
const tokensOf = async (actor: Account) => ({
  none: await tokenOf(actor, 'applications', 'policy', 'audit'),
  [READ]: await tokenOf(actor, READ),
  [WRITE]: await tokenOf(actor, READ, WRITE),
  writesOnly: await tokenOf(actor, WRITE),
});

test.each(ROLES)(
  'N1, N3, contract 29: of %s no route takes a token that lacks a scope; nothing changes',
  async (role) => {
    const tokens = await tokensOf(await given(role));
    const target = await given('user');
    for (const [method, path, scope, act, body] of ROUTES(target.id)) {
      const what = [method, path, act];
      expect([...what, (await call(method, path, undefined, body)).status]).toEqual([...what, 401]);
      const lacking = scope === READ ? tokens.writesOnly : tokens[READ];
      for (const token of [tokens.none, lacking, ...(method === 'PATCH' ? [tokens.writesOnly] : [])]) {
        const refused = await call(method, path, token, body);
        expect([...what, refused.status]).toEqual([...what, 403]);
        expect(refused.headers.get('www-authenticate')).toContain('insufficient_scope');
      }
      expect([...what, await now(target)]).toEqual([...what, target]);
    }
  },
);

test.each(ROLES)(
  'N1, contract 29: with its scopes, each route does for %s what the table of acts allows',
  async (role) => {
    await given('operator');
    const actor = await given(role);
    const token = await tokenOf(actor, READ, WRITE);
    const isStaff = role === 'support' || role === 'operator';
    for (const targetRole of ROLES) {
      for (const index of ROUTES('').keys()) {
        const target = await given(targetRole);
        const [method, path, , act, body] = ROUTES(target.id)[index] ?? ['', '', READ, undefined];
        const what = [targetRole, method, path.replace(target.id, 'id'), act];
        const actsAs = { id: actor.id, role, scopes: [READ, WRITE] };
        const mayAct =
          act === 'create' ? role === 'operator' : !act || mayActOn(act, actsAs, { ...target, edits: false });
        const answer = await call(method, path, token, body);
        // Without mail a link is shown, and to operators only.
        if (role === 'support' && mayAct && act === 'send-reset') {
          const { type } = await answer.json();
          expect([answer.status, type]).toEqual([409, expect.stringMatching(/#link-not-shown$/)]);
          continue;
        }
        if (isStaff && mayAct) {
          expect([...what, answer.status < 300]).toEqual([...what, true]);
          continue;
        }
        expect([...what, answer.status]).toEqual([...what, 403]);
        expect([...what, await now(target)]).toEqual([...what, target]);
        expect(await answer.text()).not.toContain(target.email);
      }
    }
  },
);

test('N13: an account that does not exist is 404 for whoever may look, and tells nothing to others', async () => {
  const operator = await given('operator');
  const token = await tokenOf(operator, READ, WRITE);
  const user = await tokenOf(await given('user'), 'applications');
  for (const id of ['0'.repeat(32), 'x', operator.id.toUpperCase()]) {
    for (const [method, path, , , body] of ROUTES(id).filter(([, one]) => one !== '/accounts')) {
      expect([method, path, (await call(method, path, token, body)).status]).toEqual([method, path, 404]);
      expect((await call(method, path, user, body)).status).toBe(403);
    }
  }
});

test('contract 29: the list finds by address, status and role, page by page, and a cursor is of its list alone', async () => {
  const token = await tokenOf(await given('operator'), READ);
  const mark = 'list';
  const made = [];
  for (const name of ['a', 'b', 'c']) made.push(await given('user', `${mark}.${name}@example.com`));
  await hosts.ports.accounts.setDisabled(made[1]?.id ?? '', true, hosts.clock.now());
  await hosts.ports.accounts.setRole(made[2]?.id ?? '', 'owner', hosts.clock.now());
  const emails = async (query: string) =>
    (await json('GET', `/accounts?email=${mark.toUpperCase()}${query}`, token)).map(
      ({ email }: Account) => email[mark.length + 1],
    );
  expect(await emails('')).toEqual(['a', 'b', 'c']);
  expect(await emails('&status=disabled')).toEqual(['b']);
  expect(await emails('&role=owner&status=active')).toEqual(['c']);
  const first = await call('GET', `/accounts?email=${mark}&status=active&limit=1`, token);
  const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  expect(next.startsWith(`${hosts.apiUrl}/accounts?email=${mark}&status=active&limit=1&cursor=`)).toBe(true);
  const second = await json('GET', next.slice(hosts.apiUrl.length), token);
  expect(second.map(({ id }: Account) => id)).toEqual([made[2]?.id]);
  const cursor = new URL(next).searchParams.get('cursor');
  // It is of the list, and nobody's.
  for (const by of [await tokenOf(await given('operator'), READ), await machineWith(READ)])
    expect(await json('GET', next.slice(hosts.apiUrl.length), by)).toEqual(second);
  for (const [path, by] of [
    [`/accounts?cursor=${cursor}`, token],
    [`/accounts?email=${mark}&status=disabled&cursor=${cursor}`, token],
    [`/accounts?email=${mark}&status=active&cursor=${cursor?.slice(0, -1)}0f`, token],
    ['/accounts?limit=101', token],
    ['/accounts?status=gone', token],
    ['/accounts?role=king', token],
    ['/accounts?role=user&role=owner', token],
  ] as const) {
    expect([path, (await call('GET', path, by)).status]).toEqual([path, 400]);
  }
});

test('contract 29: the list goes on where it stood, also when that account is gone, and shows no address in its URL', async () => {
  const token = await tokenOf(await given('operator'), READ);
  const mark = 'gone';
  const made = [];
  for (const name of ['a', 'b', 'c']) made.push(await given('user', `${mark}.${name}@example.com`));
  const first = await call('GET', `/accounts?email=${mark}&limit=2`, token);
  const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  expect(next).not.toContain(Buffer.from(`${mark}.b`).toString('hex'));
  await hosts.ports.accounts.remove(made[1]?.id ?? '', hosts.clock.now());
  const rest = await json('GET', next.slice(hosts.apiUrl.length), token);
  expect(rest.map(({ id }: Account) => id)).toEqual([made[2]?.id]);
});

test('contract 29: PATCH changes status, role, username and the statement about the address, and refuses the rest', async () => {
  const token = await machineWith(READ, WRITE, 'roles');
  const target = await given('user');
  const path = `/accounts/${target.id}`;
  const shown = await json('GET', path, token);
  expect(shown).toMatchObject({ email: target.email, status: 'active', role: 'user', username: null });
  expect(JSON.stringify(shown)).not.toContain('argon2');
  const change = { role: 'support', username: 'admin', email_verified: true, status: 'disabled' };
  const changed = await json('PATCH', path, token, change);
  expect(changed).toMatchObject({ ...change, email_verified_by: 'operator' });
  // Contract 32: a token acts on nobody who works for the service, but takes the role.
  expect((await call('PATCH', path, token, { status: 'active' })).status).toBe(403);
  expect(await json('PATCH', path, token, { role: 'user' })).toMatchObject({ role: 'user', status: 'disabled' });
  expect(await json('PATCH', path, token, { username: null, status: 'active' })).toMatchObject({
    status: 'active',
    username: null,
  });
  // The name stays reserved for the account.
  const other = await given('user');
  expect((await call('PATCH', `/accounts/${other.id}`, token, { username: 'admin' })).status).toBe(409);
  for (const body of [
    { role: 'king' },
    { status: 'gone' },
    { email_verified: false },
    { username: '1' },
    { owner_id: 'x' },
  ]) {
    const refused = await call('PATCH', path, token, body);
    expect([body, refused.status]).toEqual([body, 400]);
    expect((await refused.json()).errors[0].pointer).toBe(`/${Object.keys(body)[0]}`);
  }
  // N2: what only the server sets stays, and whoever wants it otherwise is told (contract 3).
  const others = { id: 'x', email: 'x@example.com', nickname: 'X', has_password: true, origin: 'setup' };
  for (const [name, value] of Object.entries({ ...others, email_verified_by: null })) {
    const refused = await call('PATCH', path, token, { [name]: value, username: 'other' });
    const { errors } = await refused.json();
    expect([name, refused.status, errors.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([
      ...[name, 400, [`/${name}`]],
    ]);
  }
  const again = await json('GET', path, token);
  expect(await json('PATCH', path, token, { ...again, created_at: null, updated_at: 7 })).toEqual(again);
  const stale = { method: 'PATCH', body: '{"role":"user"}' };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'if-match': '"x"' };
  expect((await fetch(hosts.apiUrl + path, { ...stale, headers })).status).toBe(412);
  const audited = await hosts.ports.audit.list({ subjectId: target.id, limit: 30 });
  const acts = audited.map(({ action, fields, result }) => [action, fields.join(' '), result].join(' '));
  expect(acts).toEqual(
    expect.arrayContaining([
      'GET /accounts/:id  done',
      'PATCH /accounts/:id role disabled_at email_verified username done',
    ]),
  );
});

test('contract 2, 32: a reserved username, to which programs give rights, takes the scope roles as a role does', async () => {
  await changePolicy(hosts.ports, { wanted: { reservedUsernames: ['grace'] } });
  const operator = await given('operator');
  const [machine, withRoles] = [await machineWith(READ, WRITE), await machineWith(READ, WRITE, 'roles')];
  const target = await given('user');
  for (const token of [machine, await tokenOf(operator, READ, WRITE)]) {
    for (const username of ['grace', 'Gr-Ace', 'root']) {
      const named = { email: newEmail(), username };
      for (const refused of [
        await call('PATCH', `/accounts/${target.id}`, token, { username }),
        await call('POST', '/accounts', token, named),
      ]) {
        expect([username, refused.status, refused.headers.get('www-authenticate')]).toEqual([
          ...[username, 403, expect.stringContaining('scope="roles"')],
        ]);
      }
      expect(await hosts.ports.accounts.findByEmailKey(named.email)).toBeUndefined();
    }
  }
  expect((await now(target))?.username).toBeUndefined();
  expect(await json('PATCH', `/accounts/${target.id}`, withRoles, { username: 'grace' })).toMatchObject({
    username: 'grace',
  });
  // Whoever has it keeps it while something else is changed.
  const whole = await json('GET', `/accounts/${target.id}`, machine);
  expect(await json('PATCH', `/accounts/${target.id}`, machine, { ...whole, status: 'disabled' })).toMatchObject({
    ...{ username: 'grace', status: 'disabled' },
  });
  expect((await call('POST', '/accounts', withRoles, { email: newEmail(), username: 'root' })).status).toBe(201);
});

test('contract 29: PATCH of several members changes all or nothing, and tells every fault at once', async () => {
  const token = await machineWith(READ, WRITE, 'roles');
  const [target, other] = [await given('user'), await given('user')];
  const path = `/accounts/${target.id}`;
  const name = 'taken-name';
  await json('PATCH', `/accounts/${other.id}`, token, { username: name });
  const pointers = async (body: object) => {
    const refused = await call('PATCH', path, token, body);
    return [refused.status, (await refused.json()).errors.map(({ pointer }: { pointer: string }) => pointer)];
  };
  const rest = { role: 'owner', status: 'disabled', email_verified: true };
  expect(await pointers({ ...rest, username: name })).toEqual([409, ['/username']]);
  const wrong = { username: '1', role: 'king', status: 'gone', email: 7, has_password: 1, shoe_size: 43 };
  const all = ['/shoe_size', '/email', '/has_password', '/role', '/status', '/username'];
  expect(await pointers(wrong)).toEqual([400, all]);
  expect(await now(target)).toEqual(target);
  const [last] = await hosts.ports.audit.list({ subjectId: target.id, limit: 1 });
  expect(last).toMatchObject({ result: 'refused', refusal: 'username-unavailable' });
});

test('contract 27: the API shows that an account is leaving, and whoever changes it does not restore it', async () => {
  const token = await machineWith(READ, WRITE, 'roles');
  const target = await given('user');
  const { ports, clock } = hosts;
  const session = someSession(target.id, { createdAt: clock.now(), expiresAt: clock.now() + 60_000 });
  await ports.sessions.start(session, undefined);
  const proof = { sessionId: session.id, authenticatedSince: 0 };
  const until = clock.now() + 86_400_000;
  const asked = { accountId: target.id, until, proof, mail: undefined, now: clock.now() };
  expect(await ports.leaving.leave(asked)).toBe('done');
  const path = `/accounts/${target.id}`;
  expect(await json('GET', path, token)).toMatchObject({
    ...{ status: 'leaving', leaving_until: new Date(until).toISOString(), disabled_at: null },
  });
  expect((await call('PATCH', path, token, { status: 'active' })).status).toBe(400);
  expect(await json('PATCH', path, token, { role: 'owner' })).toMatchObject({ role: 'owner', status: 'leaving' });
  expect(await json('PATCH', path, token, { status: 'disabled' })).toMatchObject({ status: 'disabled' });
});

test('contract 29, 32: no token acts on an operator, not even on the own person, and so the last one stays', async () => {
  const operators = await hosts.ports.accounts.list({ limit: 999, filter: { role: 'operator', disabled: false } });
  for (const { id } of operators.slice(1)) await hosts.ports.accounts.setDisabled(id, true, hosts.clock.now());
  const [last] = operators as [Account];
  const token = await tokenOf(last, READ, WRITE);
  for (const [method, body] of [
    ['PATCH', { role: 'user' }],
    ['PATCH', { status: 'disabled' }],
    ['DELETE', undefined],
  ] as const) {
    const refused = await call(method, `/accounts/${last.id}`, token, body);
    expect([method, refused.status]).toEqual([method, 403]);
  }
  expect((await now(last))?.role).toBe('operator');
});

test('contract 29: support sees less of an account, and does not find by role', async () => {
  const token = await tokenOf(await given('support'), READ);
  const target = await given('owner');
  const shown = await json('GET', `/accounts/${target.id}`, token);
  expect(Object.keys(shown)).toEqual(['id', 'email', 'email_verified', 'status', 'created_at', 'disabled_at']);
  expect((await call('GET', '/accounts?role=owner', token)).status).toBe(403);
});

test('contract 29: POST creates, and a link to set a password is shown once where there is no mail server', async () => {
  const token = await machineWith(READ, WRITE, 'roles');
  const email = newEmail();
  const created = await call('POST', '/accounts', token, {
    email,
    role: 'user',
    nickname: 'Mina',
    username: 'unproven',
  });
  expect([created.status, await created.text()]).toEqual([201, '']);
  const path = new URL(created.headers.get('location') ?? '').pathname;
  expect(await json('GET', path, token)).toMatchObject({ email, role: 'user', origin: 'api', has_password: false });
  const pointers = async (body: object) => {
    const refused = await call('POST', '/accounts', token, body);
    return [refused.status, (await refused.json()).errors.map(({ pointer }: { pointer: string }) => pointer)];
  };
  const long = 'x'.repeat(99);
  expect(await pointers({ email: 'nobody', nickname: long, username: '1', role: 'king', shoe_size: 43 })).toEqual([
    ...[400, ['/shoe_size', '/role', '/email', '/nickname', '/username']],
  ]);
  // Each member once, also where it is missing or of another type.
  expect(await pointers({ nickname: 7, username: '1' })).toEqual([400, ['/nickname', '/email', '/username']]);
  expect(await pointers({ email: 7, nickname: long })).toEqual([400, ['/email', '/nickname']]);
  // What is somebody else's is a conflict, and comes after what is wrong (contract 3).
  const pointersOf = async (answer: Response) => {
    const { type, status, errors } = (await answer.json()) as Problem;
    return [status, type.split('#')[1], errors.map(({ pointer, code }) => `${pointer} ${code}`)];
  };
  const post = (body: object) => call('POST', '/accounts', token, body).then(pointersOf);
  expect(await post({ email: email.toUpperCase() })).toEqual([409, 'email-taken', ['/email email-taken']]);
  expect(await post({ email: newEmail(), username: 'un.proven' })).toEqual([
    ...[409, 'username-unavailable', ['/username username-unavailable']],
  ]);
  expect(await post({ email, username: 'unproven' })).toEqual([
    ...[409, 'email-taken', ['/email email-taken', '/username username-unavailable']],
  ]);
  expect(await post({ email, username: '1' })).toEqual([...[400, 'input-faulty', ['/username username-malformed']]]);
  const other = await given('user');
  expect(await pointersOf(await call('PATCH', `/accounts/${other.id}`, token, { username: 'unproven' }))).toEqual([
    ...[409, 'username-unavailable', ['/username username-unavailable']],
  ]);
  expect((await now(other))?.username).toBeUndefined();
  const [first, second] = [
    await json('POST', `${path}/password-links`, token),
    await json('POST', `${path}/password-links`, token),
  ];
  expect(first.mailed).toBe(false);
  expect(first.password_link).toMatch(/\/password\?token=[\w-]{43}$/);
  expect(second.password_link).not.toBe(first.password_link);
  expect(JSON.stringify(await json('GET', path, token))).not.toContain('token=');
});

test('contract 29: a machine token does what an operator does, and nothing to operators', async () => {
  const token = await machineWith(READ, WRITE);
  const [user, operator] = [await given('user'), await given('operator')];
  expect(await json('PATCH', `/accounts/${user.id}`, token, { status: 'disabled' })).toMatchObject({
    status: 'disabled',
  });
  expect((await call('DELETE', `/accounts/${user.id}`, token)).status).toBe(204);
  for (const method of ['PATCH', 'DELETE']) {
    const body = method === 'PATCH' ? { status: 'disabled' } : undefined;
    expect((await call(method, `/accounts/${operator.id}`, token, body)).status).toBe(403);
  }
  expect(await now(operator)).toEqual(operator);
  expect((await call('POST', '/accounts', token, { email: newEmail() })).status).toBe(201);
});

test('contract 29: tokens of before, and a role that was lowered, open nothing', async () => {
  const operator = await given('operator');
  await given('operator');
  const old = await createApiToken(hosts.ports, { email: operator.email, name: 'old', expiresInDays: 0 });
  if (old.kind !== 'created') throw new Error(old.kind);
  expect((await call('GET', '/accounts', old.token)).status).toBe(403);
  const token = await tokenOf(operator, READ);
  expect((await call('GET', '/accounts', token)).status).toBe(200);
  // A later promotion brings nothing back (contract 32).
  for (const role of ['owner', 'operator'] as const) {
    await hosts.ports.accounts.setRole(operator.id, role, hosts.clock.now());
    expect((await call('GET', '/accounts', token)).status).toBe(401);
  }
  expect(scopesOf('support')).toEqual(['applications', READ, WRITE]);
});

test('contract 32: the scope roles alone gives and takes roles, by machine tokens of at most 90 days', async () => {
  const [without, withRoles] = [await machineWith(READ, WRITE), await machineWith(READ, WRITE, 'roles')];
  const ofPerson = await tokenOf(await given('operator'), READ, WRITE, 'roles');
  const user = await given('user');
  const path = `/accounts/${user.id}`;
  for (const token of [without, ofPerson]) {
    for (const [method, where, body] of [
      ['PATCH', path, { role: 'operator' }],
      ['PATCH', path, { role: 'king', status: 'disabled' }],
      ['POST', '/accounts', { email: newEmail(), role: 'owner' }],
    ] as const) {
      const refused = await call(method, where, token, body);
      expect([method, refused.status]).toEqual([method, 403]);
      expect(refused.headers.get('www-authenticate')).toMatch(/error="insufficient_scope".*scope="roles"/);
    }
    // What GET returned can be sent back.
    const { role, status } = await json('GET', path, token);
    expect((await call('PATCH', path, token, { role, status })).status).toBe(200);
    expect(await now(user)).toEqual(user);
  }
  expect(await json('PATCH', path, withRoles, { role: 'operator' })).toMatchObject({ role: 'operator' });
  // The role is an operator's now, on whom no token acts.
  expect((await call('PATCH', path, withRoles, { role: 'user' })).status).toBe(403);
  const created = await call('POST', '/accounts', withRoles, { email: newEmail(), role: 'support' });
  const made = new URL(created.headers.get('location') ?? '').pathname;
  expect((await call('POST', `${made}/password-links`, withRoles)).status).toBe(403);
  expect(await json('PATCH', made, withRoles, { role: 'user' })).toMatchObject({ role: 'user' });
  const draft = (days: string) => ({ draft: { name: 'deploy', days, scopes: ['roles'] } });
  expect((await createMachineToken(hosts.ports, draft('90'))).kind).toBe('created');
  expect(await createMachineToken(hosts.ports, draft('91'))).toMatchObject({
    faults: [{ path: ['days'], code: 'machine-token-days-roles' }],
  });
});

test('contract 29: an account that owns applications is neither deleted nor demoted, and the answer lists them', async () => {
  const token = await machineWith(READ, WRITE, 'roles', 'applications');
  const owner = await given('owner');
  const application = { ...someApplication(owner.id), createdAt: hosts.clock.now() };
  await hosts.ports.applications.insert(application, 9);
  const person = await given('user');
  await hosts.ports.connections.agree({
    ...{ applicationId: application.id, accountId: person.id, sub: newId(), answers: {}, now: hosts.clock.now() },
  });
  const path = `/accounts/${owner.id}`;
  for (const [method, body] of [
    ['DELETE', undefined],
    ['PATCH', { role: 'user' }],
    ['PATCH', { role: 'support', status: 'disabled' }],
  ] as const) {
    const refused = await call(method, path, token, body);
    expect([refused.status, await refused.json()]).toEqual([
      409,
      expect.objectContaining({
        type: expect.stringMatching(/#owns-applications$/),
        applications: [{ id: application.id, name: application.name, connections: 1 }],
      }),
    ]);
    expect(await now(owner)).toEqual(owner);
  }
  const entries = await hosts.ports.audit.list({ subjectId: owner.id, limit: 9 });
  expect(entries.map(({ result, refusal }) => `${result} ${refusal}`)).toContain('refused owns-applications');
  expect((await call('PATCH', path, token, { status: 'disabled' })).status).toBe(200);
  await hosts.ports.applications.remove(application.id);
  expect((await call('DELETE', path, token)).status).toBe(204);
});

describe('contract 29: handing over what an account owns, in the request that deletes or demotes it', () => {
  /** An owner of an application, a member of it who may own some, and somebody connected. */
  async function givenOwned() {
    const [owner, next] = [await given('owner'), await given('owner')];
    const application = { ...someApplication(owner.id), createdAt: hosts.clock.now() };
    await hosts.ports.applications.insert(application, 9);
    const joining = {
      applicationId: application.id,
      accountId: next.id,
      role: 'viewer',
      now: hosts.clock.now(),
    } as const;
    await givenMember(hosts.ports, joining);
    const ownerOf = async () => (await hosts.ports.applications.find(application.id))?.ownerId;
    return { owner, next, application, ownerOf };
  }
  const to = (account: string) => `?applications=${encodeURIComponent(`hand-over:${account}`)}`;
  const WAYS = [
    ['DELETE', undefined],
    ['PATCH', { role: 'user' }],
  ] as const;

  test.each(WAYS)(
    '%s: by id or by a verified address; each application is an entry of the audit',
    async (method, body) => {
      const token = await machineWith(READ, WRITE, 'roles', 'applications');
      for (const byAddress of [false, true]) {
        const { owner, next, application, ownerOf } = await givenOwned();
        const path = `/accounts/${owner.id}`;
        const name = byAddress ? next.email.toUpperCase() : next.id;
        if (byAddress) {
          const refused = await call(method, path + to(name), token, body);
          expect([refused.status, await refused.json()]).toEqual([
            400,
            expect.objectContaining({ errors: [expect.objectContaining({ code: 'new-owner-unknown' })] }),
          ]);
          await hosts.ports.accounts.setEmailVerified(next.id, next.emailKey, hosts.clock.now());
        }
        expect((await call(method, path + to(name), token, body)).status).toBe(method === 'DELETE' ? 204 : 200);
        expect(await ownerOf()).toBe(next.id);
        expect(await hosts.ports.members.list(application.id)).toHaveLength(1);
        const [act] = await hosts.ports.audit.list({ subjectId: owner.id, limit: 1 });
        const [entry] = await hosts.ports.audit.list({ applicationId: application.id, limit: 1 });
        expect(act).toMatchObject({ action: `${method} /accounts/:id`, role: 'machine' });
        expect(entry).toMatchObject({ action: 'applications hand-over', subjectId: next.id, fields: ['owner'] });
        expect(entry?.requestId).toBe(act?.requestId);
      }
    },
  );

  test.each(WAYS)('%s: what is asked wrongly is 400, and what cannot be is 409 that says why', async (method, body) => {
    const token = await machineWith(READ, WRITE, 'roles', 'applications');
    const { owner, next, application, ownerOf } = await givenOwned();
    const [stranger, user] = [await given('owner'), await given('user')];
    const path = `/accounts/${owner.id}`;
    for (const query of [
      '?applications=delete',
      '?applications=hand-over:',
      to('nobody@example.com'),
      to('f'.repeat(32)),
    ]) {
      const refused = await call(method, path + query, token, body);
      expect([query, refused.status, await refused.json()]).toEqual([
        ...[query, 400],
        expect.objectContaining({ errors: [expect.objectContaining({ pointer: '/applications' })] }),
      ]);
    }
    expect((await call(method, path + to(next.id) + to(next.id).replace('?', '&'), token, body)).status).toBe(400);
    for (const [id, detail, listed] of [
      [owner.id, /another account/, undefined],
      [user.id, /role owner/, undefined],
      [stranger.id, /no member/, [{ id: application.id, name: application.name, connections: 0 }]],
    ] as const) {
      const refused = await call(method, path + to(id), token, body);
      const problem = (await refused.json()) as Record<string, unknown>;
      expect([refused.status, problem.type]).toEqual([409, expect.stringMatching(/#new-owner-refused$/)]);
      expect(problem.detail).toMatch(detail);
      expect(problem.applications).toEqual(listed);
    }
    expect(await ownerOf()).toBe(owner.id);
    expect(await now(owner)).toEqual(owner);
  });

  test('a role that may own applications hands nothing over', async () => {
    const token = await machineWith(READ, WRITE, 'roles', 'applications');
    const { owner, next, ownerOf } = await givenOwned();
    for (const body of [{ role: 'operator' }, { status: 'disabled' }]) {
      expect((await call('PATCH', `/accounts/${owner.id}${to(next.id)}`, token, body)).status).toBe(400);
    }
    expect([await ownerOf(), (await now(owner))?.role]).toEqual([owner.id, 'owner']);
  });

  test.each(WAYS)('contract 32: %s needs the scopes applications and roles besides', async (method, body) => {
    const { owner, next, ownerOf } = await givenOwned();
    const lacking = [
      [await machineWith(READ, WRITE, 'roles'), 'applications'],
      [await machineWith(READ, WRITE, 'applications'), 'roles'],
      [await tokenOf(await given('operator'), READ, WRITE, 'applications'), 'roles'],
    ] as const;
    for (const [token, scope] of lacking) {
      const refused = await call(method, `/accounts/${owner.id}${to(next.id)}`, token, body);
      expect(refused.status).toBe(403);
      expect(refused.headers.get('www-authenticate')).toContain(`scope="${scope}"`);
    }
    expect(await ownerOf()).toBe(owner.id);
  });
});
