// A person's own API tokens, and how a user becomes an owner (contract 2 and 3; cases N1, N11).
import { describe, expect, test } from 'vitest';
import { createApiToken, MAX_API_TOKENS } from '../../../../src/core/applications/api-tokens/create-api-token.ts';
import {
  checkApiToken,
  createOwnApiToken,
  deleteOwnApiToken,
} from '../../../../src/core/applications/api-tokens/own-api-tokens.ts';
import type { Account, Role } from '../../../../src/core/ground/accounts/account.ts';
import { mayUse, SCOPES, type Scope } from '../../../../src/core/ground/acts/scope.ts';
import { proofOf } from '../../../../src/core/ground/acts/session-proof.ts';
import { becomeOwner } from '../../../../src/core/people/accounts/become-owner.ts';
import { givenPerson, givenPorts, givenSession, openTestPorts } from '../accounts/open-ports.ts';

const world = givenPorts();
const DAY = 86_400_000;

async function proofFor(account: Account) {
  const { session } = await givenSession(world.ports, { account });
  return proofOf(session, world.ports.clock.now());
}

describe('what a token may be', () => {
  test.each([
    [{ name: undefined, days: '90' }, ['name: api-token-name-missing']],
    [{ name: '  ', days: '90' }, ['name: api-token-name-missing']],
    [{ name: 'a\u202eb', days: '90' }, ['name: text-forbidden-characters']],
    [{ name: 'x'.repeat(61), days: '3651' }, ['name: api-token-name-too-long', 'days: api-token-days']],
    [{ name: 'x', days: undefined }, ['days: api-token-days']],
    [{ name: 'x', days: '-1' }, ['days: api-token-days']],
    [{ name: 'x', days: '1.5' }, ['days: api-token-days']],
    [{ name: '🔑'.repeat(60), days: '3650' }, []],
    [{ name: 'x', days: '0' }, []],
  ])('contract 3: %j has the faults %j', async (draft, expected) => {
    const account = await givenPerson(world.ports);
    const faults = await checkApiToken(world.ports, { account, draft: { scopes: ['applications'], ...draft } });
    expect(faults.map(({ path, code }) => `${path.join()}: ${code}`)).toEqual(expected);
  });

  test('N11: an account has a bounded number of them', async () => {
    const account = await givenPerson(world.ports);
    const draft = { name: 'x', days: '0', scopes: ['applications'] };
    const proof = await proofFor(account);
    const check = () => checkApiToken(world.ports, { account, draft });
    for (let count = 0; count < MAX_API_TOKENS; count += 1) {
      expect(await check()).toEqual([]);
      await createOwnApiToken(world.ports, { account, draft, proof, newest: await newestOf(account) });
    }
    expect((await check()).map(({ code }) => code)).toEqual(['api-tokens-too-many']);
    // Who was checked before the last one was made is refused at the moment of making.
    const newest = await newestOf(account);
    expect(await createOwnApiToken(world.ports, { account, draft, proof, newest })).toEqual({ kind: 'too-many' });
  });

  test('pages: of six forms sent at once that showed the same list, one makes a token', async () => {
    const account = await givenPerson(world.ports);
    const form = {
      account,
      draft: { name: 'x', days: '0', scopes: ['applications'] },
      proof: await proofFor(account),
      newest: '',
    };
    const made = await Promise.all(Array.from({ length: 6 }, () => createOwnApiToken(world.ports, form)));
    expect(made.map(({ kind }) => kind).sort()).toEqual([...Array(5).fill('changed'), 'created']);
    expect(await world.ports.apiTokens.listByAccount(account.id)).toHaveLength(1);
  });
});

describe('contract 29: scopes', () => {
  const OTHERS = ['accounts:read', 'accounts:write', 'policy', 'audit'];
  test.each<[Role, readonly string[], string, string[]]>([
    ['user', ['applications'], '0', []],
    ['operator', ['applications'], '0', []],
    ['operator', ['applications', ...OTHERS], '90', []],
    ['operator', [], '90', ['scopes: api-token-scopes-missing']],
    ['operator', ['everything'], '0', ['scopes,0: api-token-scope-unknown']],
    ...OTHERS.flatMap((scope): [Role, readonly string[], string, string[]][] => [
      ['operator', [scope], '90', []],
      ['operator', [scope], '91', ['days: api-token-days-staff']],
      ['operator', ['applications', scope], '0', ['days: api-token-days-staff']],
      ['owner', [scope], '90', ['scopes,0: api-token-scope-role']],
      ['user', ['applications', scope], '0', ['scopes,1: api-token-scope-role', 'days: api-token-days-staff']],
    ]),
  ])('of a token of a %s with %j for %s days have the faults %j', async (role, scopes, days, expected) => {
    const account = await givenPerson(world.ports, { role });
    const faults = await checkApiToken(world.ports, { account, draft: { name: 'x', days, scopes } });
    expect(faults.map(({ path, code }) => `${path.join()}: ${code}`)).toEqual(expected);
    const created = await createApiToken(world.ports, {
      ...{ email: account.email, name: 'x', scopes, expiresInDays: Number(days) },
    });
    expect(created.kind).toBe(expected.length === 0 ? 'created' : 'refused');
    expect(await world.ports.apiTokens.listByAccount(account.id)).toHaveLength(expected.length === 0 ? 1 : 0);
  });

  test.each<[Role, readonly Scope[], Scope, boolean]>([
    ['operator', ['audit'], 'audit', true],
    ['operator', ['audit'], 'policy', false],
    ['operator', ['accounts:write'], 'accounts:read', false],
    ['user', ['applications'], 'applications', true],
  ])('of a %s: a token with %j, where %s is required: %s', (role, scopes, scope, expected) => {
    expect(mayUse({ role, scopes }, scope)).toBe(expected);
  });

  test.each<Role>(['user', 'owner'])('count for nothing once an operator is made %s', (role) => {
    expect(SCOPES.filter((scope) => mayUse({ role, scopes: SCOPES }, scope))).toEqual(['applications']);
  });

  test('are kept in one order, each once', async () => {
    const { email } = await givenPerson(world.ports, { role: 'operator' });
    const scopes = ['audit', 'applications', 'audit'];
    const created = await createApiToken(world.ports, { email, name: 'x', scopes, expiresInDays: 1 });
    expect(created.kind === 'created' && created.apiToken.scopes).toEqual(['applications', 'audit']);
  });
});

const newestOf = async ({ id }: Account) => (await world.ports.apiTokens.listByAccount(id)).at(-1)?.id ?? '';

async function givenToken(account: Account, days = '0') {
  const proof = await proofFor(account);
  const newest = await newestOf(account);
  const made = await createOwnApiToken(world.ports, {
    account,
    draft: { name: 'x', days, scopes: ['applications'] },
    proof,
    newest,
  });
  if (made.kind !== 'created') throw new Error(made.kind);
  return made;
}

test('contract 1: it ends after the days given, and with 0 never', async () => {
  const account = await givenPerson(world.ports);
  const make = async (days: string) => (await givenToken(account, days)).apiToken.expiresAt;
  expect(await make('30')).toBe(world.ports.clock.now() + 30 * DAY);
  expect(await make('0')).toBeUndefined();
});

test('N1: only its own person ends it', async () => {
  const [owner, other] = [await givenPerson(world.ports), await givenPerson(world.ports)];
  const { id } = (await givenToken(owner)).apiToken;
  const [ownProof, otherProof] = [await proofFor(owner), await proofFor(other)];
  expect(await deleteOwnApiToken(world.ports, { accountId: other.id, id, proof: otherProof })).toBe(false);
  expect(await deleteOwnApiToken(world.ports, { accountId: owner.id, id, proof: ownProof })).toBe(true);
  expect(await deleteOwnApiToken(world.ports, { accountId: owner.id, id, proof: ownProof })).toBe(false);
});

describe('becoming an owner', () => {
  test.each<[Role, boolean, string, Role]>([
    ['user', true, 'owner', 'owner'],
    ['user', false, 'closed', 'user'],
    ['owner', false, 'owner', 'owner'],
    ['operator', true, 'owner', 'operator'],
  ])('contract 2: %s, open ownership %s: %s, and stands as %s', async (role, openOwnership, kind, after) => {
    const { ports, close } = await openTestPorts({ openOwnership });
    const account = await givenPerson(ports, { role });
    expect(await becomeOwner(ports, account)).toEqual({ kind });
    expect((await ports.accounts.find(account.id))?.role).toBe(after);
    await close();
  });

  test('contract 2: who was made an operator meanwhile stays one, and is never lowered', async () => {
    const { ports, close } = await openTestPorts({ openOwnership: true });
    const account = await givenPerson(ports, { role: 'user' });
    await ports.accounts.setRole(account.id, 'operator', ports.clock.now());
    expect(await Promise.all([becomeOwner(ports, account), becomeOwner(ports, account)])).toEqual([
      { kind: 'owner' },
      { kind: 'owner' },
    ]);
    expect((await ports.accounts.find(account.id))?.role).toBe('operator');
    await close();
  });
});
