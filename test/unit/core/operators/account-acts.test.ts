// Who may do what with whose account (contract 29), and what finds an account.
import { describe, expect, it } from 'vitest';
import { type Account, ROLES, type Role } from '../../../../src/core/ground/accounts/account.ts';
import { emailKeyPrefix } from '../../../../src/core/ground/accounts/email.ts';
import {
  ACCOUNT_ACTS,
  type AccountAct,
  actsOf,
  actsOfCreating,
  FORM_ACTS,
  formOfAct,
  mayActOn,
  mayDoAct,
} from '../../../../src/core/ground/acts/account-acts.ts';
import { ActRefused } from '../../../../src/core/ground/acts/acting.ts';
import { PERSON_SCOPES, SCOPES, type Scope, scopesOf } from '../../../../src/core/ground/acts/scope.ts';
import {
  endSessionsOf,
  removeAllFactors,
  sendReset,
  setDisabled,
  setRole,
} from '../../../../src/core/operating/operators/act-on-account.ts';
import { findAccounts, searchAccounts } from '../../../../src/core/operating/operators/find-accounts.ts';
import type { NewMail } from '../../../../src/core/server/mail/mail-store.ts';
import { readSession } from '../../../../src/core/sign-in/sessions/read-session.ts';
import { givenPerson, givenPorts, givenSession } from '../accounts/open-ports.ts';

const OF_OTHERS: readonly AccountAct[] = ['change-groups', 'change-apis'];

const world = givenPorts();

const ofSupport: readonly AccountAct[] = ['look', 'end-sessions', 'send-reset'];

it('contract 29: what takes something from the person comes last on the page of their account', () => {
  const calm = FORM_ACTS.map((act) => formOfAct(act).calm === true);
  expect(calm).toEqual([...calm].sort((one, other) => Number(other) - Number(one)));
  expect(FORM_ACTS.at(-1)).toBe('delete');
});

it('contract 29: support looks, ends sessions and sends resets, and nothing else; users and owners do nothing', () => {
  const of = (role: Role) => ACCOUNT_ACTS.filter((act) => mayDoAct(act, { role }));
  expect(of('user')).toEqual([]);
  expect(of('owner')).toEqual([]);
  expect(of('support')).toEqual(ofSupport);
  expect(of('operator')).toEqual(ACCOUNT_ACTS);
});

it('contract 29: an operator acts on no other operator, and support on nobody who works for the service', () => {
  const on = (act: AccountAct, role: Role) =>
    ROLES.filter((target) => mayActOn(act, { id: 'actor', role }, { id: 'other', role: target }));
  const own = (act: AccountAct, role: Role) => mayActOn(act, { id: 'one', role }, { id: 'one', role });
  for (const act of ACCOUNT_ACTS) {
    const isLook = act === 'look' || act === 'look-at-all';
    // Groups are for whoever signs in to applications, and APIs are about nobody.
    const isOnAll = isLook || OF_OTHERS.includes(act);
    expect(on(act, 'operator')).toEqual(isOnAll ? ROLES : ['user', 'owner', 'support']);
    expect(own(act, 'operator')).toBe(true);
    const onesOwn = isLook ? ROLES : ['user', 'owner'];
    expect(on(act, 'support')).toEqual(ofSupport.includes(act) ? onesOwn : []);
    expect(own(act, 'support')).toBe(act === 'look');
    for (const role of ['user', 'owner'] as const) expect([on(act, role), own(act, role)]).toEqual([[], false]);
  }
});

describe('contract 32: no right is made from another', () => {
  const WRITE = ['accounts:read', 'accounts:write'] as const;
  const ALL = SCOPES;
  const isLook = (act: AccountAct) => act === 'look' || act === 'look-at-all';
  const changes = ACCOUNT_ACTS.filter((act) => !isLook(act) && act !== 'create' && !OF_OTHERS.includes(act));
  /** What a machine token with these scopes does to such a person. */
  const does = (scopes: readonly Scope[], target: { role: Role; edits: boolean }, role: Role | 'machine' = 'machine') =>
    changes.filter((act) => mayActOn(act, { id: 'actor', role, scopes }, { id: 'other', ...target }));
  const but = (...acts: AccountAct[]) => changes.filter((act) => !acts.includes(act));
  const mild: readonly AccountAct[] = ['end-sessions', 'enable', 'disable'];

  it.each([
    ['a user', { role: 'user', edits: false }, but('set-role', 'give-reserved-name', 'hand-over'), changes],
    ['an editor', { role: 'user', edits: true }, mild, [...mild, 'set-role', 'delete', 'hand-over']],
    ['an owner', { role: 'owner', edits: true }, mild, [...mild, 'set-role', 'delete', 'hand-over']],
    ['an owner of nothing yet', { role: 'owner', edits: false }, mild, [...mild, 'set-role', 'delete', 'hand-over']],
    ['support', { role: 'support', edits: false }, [], ['set-role']],
    ['an operator', { role: 'operator', edits: false }, [], []],
  ] as const)('of %s accounts:write alone ends no right, makes none and takes none over', (_who, target, some, all) => {
    expect(does(WRITE, target)).toEqual(some);
    expect(does(ALL, target)).toEqual(changes.filter((act) => (all as readonly AccountAct[]).includes(act)));
    // Deleting somebody with rights in applications, and handing over what somebody owns, takes both.
    expect(does([...WRITE, 'applications'], target)).toEqual(some);
    const rights = ['set-role', 'give-reserved-name'].filter((act) => (all as readonly string[]).includes(act));
    const withRoles = changes.filter((act) => some.some((one) => one === act) || rights.includes(act));
    expect(does([...WRITE, 'roles'], target)).toEqual(withRoles);
  });

  it('a person’s token does no more: it never gives or takes a role, and support only what support may', () => {
    expect(PERSON_SCOPES).not.toContain('roles');
    for (const role of ['user', 'owner', 'support', 'operator'] as const) expect(scopesOf(role)).not.toContain('roles');
    expect(does(PERSON_SCOPES, { role: 'user', edits: false }, 'operator')).toEqual(
      but('set-role', 'give-reserved-name', 'hand-over'),
    );
    expect(does(PERSON_SCOPES, { role: 'owner', edits: true }, 'operator')).toEqual(mild);
    expect(does(WRITE, { role: 'user', edits: false }, 'support')).toEqual(['end-sessions', 'send-reset']);
    expect(does(WRITE, { role: 'owner', edits: true }, 'support')).toEqual(['end-sessions']);
    const own = changes.filter((act) =>
      mayActOn(act, { id: 'one', role: 'operator', scopes: PERSON_SCOPES }, { id: 'one', role: 'operator' }),
    );
    expect(own).toEqual([]);
  });

  it.each([
    ['contract 31: who is in a group', 'change-groups', 'groups'],
    ['contract 45: an API', 'change-apis', 'apis'],
  ] as const)('%s takes a scope of its own and no other, whoever it is', (_, act, needed) => {
    for (const role of ROLES) {
      const may = (scopes: readonly Scope[]) =>
        mayActOn(act, { id: undefined, role: 'machine', scopes }, { id: 'other', role, edits: true });
      expect(may([needed])).toBe(true);
      expect(may(ALL.filter((scope) => scope !== needed))).toBe(false);
    }
  });

  it('whoever asks by a token of somebody of whom nothing else is known is refused', () => {
    expect(mayActOn('delete', { id: undefined, role: 'machine', scopes: WRITE }, { id: 'x', role: 'user' })).toBe(
      false,
    );
  });

  it('creating an account with a role gives the role', () => {
    expect(ROLES.map((role) => actsOfCreating(role))).toEqual([['create'], ...Array(3).fill(['create', 'set-role'])]);
    expect(mayDoAct('set-role', { role: 'machine', scopes: WRITE })).toBe(false);
    expect(mayDoAct('set-role', { role: 'machine', scopes: ALL })).toBe(true);
  });

  it('contract 2: a reserved username, to which programs give rights, is given as a role is', () => {
    const named = { name: 'admin', isReserved: true };
    expect(actsOf({ username: named })).toEqual(['set-username', 'give-reserved-name']);
    expect(actsOf({ username: { ...named, isReserved: false } })).toEqual(['set-username']);
    expect(actsOf({ username: null })).toEqual(['set-username']);
    expect(actsOfCreating('user', true)).toEqual(['create', 'give-reserved-name']);
    expect(mayDoAct('give-reserved-name', { role: 'machine', scopes: WRITE })).toBe(false);
    expect(mayDoAct('give-reserved-name', { role: 'operator', scopes: PERSON_SCOPES })).toBe(false);
    expect(mayDoAct('give-reserved-name', { role: 'machine', scopes: ALL })).toBe(true);
    expect(mayDoAct('give-reserved-name', { role: 'operator' })).toBe(true);
  });
});

it('contract 2, 29: the beginning of an address is found in any spelling', () => {
  expect(emailKeyPrefix(' MINA.Ki')).toBe('mina.ki');
  expect(emailKeyPrefix('\uFF2Dina@EXA')).toBe('mina@exa');
  expect(emailKeyPrefix('mina@BÜCHER.example')).toBe('mina@xn--bcher-kva.example');
  expect(emailKeyPrefix('mina@')).toBe('mina@');
  expect(emailKeyPrefix('')).toBe('');
});

it('contract 29: one text finds an id, a `sub` or the beginning of an address; filters hold for each', async () => {
  const mina = await givenPerson(world.ports, { email: 'mina@find.example' });
  const mino = await givenPerson(world.ports, { email: 'mino@find.example', role: 'owner' });
  const find = async (text: string, more: Partial<Parameters<typeof findAccounts>[1]> = {}) =>
    (await findAccounts(world.ports, { text, limit: 9, ...more })).accounts.map(({ id }) => id);
  expect(await find(` ${mina.id} `)).toEqual([mina.id]);
  expect(await find('MIN')).toEqual([mina.id, mino.id]);
  expect(await find('min', { role: 'owner' })).toEqual([mino.id]);
  expect(await find(mina.id, { role: 'owner' })).toEqual([]);
  expect(await find(mina.id, { status: 'active' })).toEqual([mina.id]);
  expect(await find('min\u0000')).toEqual([]);
  expect(await find('f'.repeat(32))).toEqual([]);
});

it('contract 29: paging goes on where it stood, also when that account is gone', async () => {
  // U+FDFA is eighteen letters in the key.
  const emails = ['a', 'b', `c${'\uFDFA'.repeat(200)}`, 'd'].map((name) => `place-${name}@find.example`);
  const people: Account[] = [];
  for (const email of emails) people.push(await givenPerson(world.ports, { email }));
  const page = async (after?: string) => searchAccounts(world.ports, { email: 'place-', limit: 1, after });
  const seen: (string | undefined)[] = [];
  for (let found = await page(); ; found = await page(found.next)) {
    seen.push(found.accounts[0]?.id);
    if (found.accounts[0]?.id === people[0]?.id) await world.ports.accounts.remove(people[0]?.id ?? '', 0);
    if (found.next === undefined) break;
    expect(Buffer.byteLength(found.next)).toBeLessThanOrEqual(1000);
  }
  expect(seen).toEqual(people.map(({ id }) => id));
});

const callerOf = ({ id }: Account) => ({ accountId: id });

it('contract 29: what an actor may not do is refused, and nothing ends', async () => {
  const support = await givenPerson(world.ports, { email: 'support@acts.example', role: 'support' });
  const operator = await givenPerson(world.ports, { email: 'op@acts.example', role: 'operator' });
  const account = await givenPerson(world.ports, { email: 'person@acts.example' });
  const { handle } = await givenSession(world.ports, { account, persistent: true });
  const caller = callerOf(support);
  for (const refused of [
    () => setDisabled(world.ports, { account, caller, disabled: true }),
    () => setRole(world.ports, { account, caller, role: 'operator' }),
    () => removeAllFactors(world.ports, { account, caller }),
    () => endSessionsOf(world.ports, { account: operator, caller }),
    () => sendReset(world.ports, { account: operator, caller, shows: true }),
  ]) {
    await expect(refused()).rejects.toThrow(ActRefused);
  }
  expect(await readSession(world.ports, handle)).toBeDefined();
  await endSessionsOf(world.ports, { account, caller });
  expect(await readSession(world.ports, handle)).toBeUndefined();
});

it('contract 29: with mail the link goes to the person alone; without, it is shown once where links are shown', async () => {
  const operator = await givenPerson(world.ports, { email: 'op@reset.example', role: 'operator' });
  const account = await givenPerson(world.ports, { email: 'person@reset.example' });
  const caller = callerOf(operator);
  const { ports } = world;
  const send = (mail: 'smtp' | 'memory' | 'off', shows: boolean, to = account) =>
    sendReset({ ...ports, rules: { ...ports.rules, mail } }, { account: to, caller, shows });
  expect(await send('off', true)).toMatchObject({ kind: 'link', link: { token: expect.any(String) } });
  expect(await send('off', false)).toEqual({ kind: 'not-shown' });
  // Whoever sees the link can be the person, so the statement shows it to operators only.
  const support = await givenPerson(ports, { email: 'support@reset.example', role: 'support' });
  const bySupport = sendReset(
    { ...ports, rules: { ...ports.rules, mail: 'off' } },
    { account, caller: callerOf(support), shows: true },
  );
  await expect(bySupport).rejects.toThrow(ActRefused);
  expect(await send('memory', true)).toMatchObject({ kind: 'link' });
  expect(await send('memory', false)).toEqual({ kind: 'mailed' });
  expect(await send('smtp', true)).toEqual({ kind: 'mailed' });
  expect(await send('smtp', true, { ...account, disabledAt: 1 })).toEqual({ kind: 'no-reset' });
  for (let sent = 2; sent < 5; sent += 1) expect(await send('smtp', true)).toEqual({ kind: 'mailed' });
  expect(await send('smtp', true)).toEqual({ kind: 'limited' });
});

it('contract 20, 29: whoever gets a new account is told so by mail; who has a password is asked for another', async () => {
  const { ports } = world;
  const kinds: (string | undefined)[] = [];
  const issue = async ({ mail }: { mail?: NewMail | undefined }) => kinds.push(mail?.kind) > 0;
  const emailProofs = { ...ports.emailProofs, issue };
  const deps = { ...ports, emailProofs, rules: { ...ports.rules, mail: 'smtp' } } as const;
  for (const [origin, passwordHash] of [...[['api'], ['command'], ['api', 'hash'], ['import'], ['sign-up']]] as [
    Account['origin'],
    string?,
  ][]) {
    const account = { ...(await givenPerson(ports)), origin, passwordHash };
    expect(await sendReset(deps, { account, shows: true })).toEqual({ kind: 'mailed' });
  }
  expect(kinds).toEqual(['account-created', 'account-created', ...Array(3).fill('reset-password')]);
});
