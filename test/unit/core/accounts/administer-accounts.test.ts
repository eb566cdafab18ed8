// What operators do with accounts and API tokens (contract 1, command line).
import { describe, expect, test } from 'vitest';
import { createApiToken } from '../../../../src/core/applications/api-tokens/create-api-token.ts';
import { deleteApiToken } from '../../../../src/core/applications/api-tokens/delete-api-token.ts';
import { listApiTokens } from '../../../../src/core/applications/api-tokens/list-api-tokens.ts';
import { hashSecret } from '../../../../src/core/ground/secrets.ts';
import {
  type AccountName,
  accountNameIn,
  findAccount,
  listAccounts,
} from '../../../../src/core/people/accounts/administer-accounts.ts';
import { createAccount } from '../../../../src/core/people/accounts/create-account.ts';
import { readSession } from '../../../../src/core/sign-in/sessions/read-session.ts';
import { someApplication } from '../../../contract/stores/given.ts';
import { deleteAccount, setAccountDisabled, setAccountRole } from '../../../helpers/administer-accounts.ts';
import { givenPerson, givenPorts, givenSession, openTestPorts, PASSWORD, START } from './open-ports.ts';

const world = givenPorts();

test('K21: disabling ends every session, and enabling revives none', async () => {
  const account = await givenPerson(world.ports);
  const { handle } = await givenSession(world.ports, { account, persistent: true });
  expect((await setAccountDisabled(world.ports, account.email, true))?.disabledAt).toBeDefined();
  expect(await readSession(world.ports, handle)).toBeUndefined();
  expect((await setAccountDisabled(world.ports, account.email, false))?.disabledAt).toBeUndefined();
  expect(await readSession(world.ports, handle)).toBeUndefined();
});

test('contract 1: the role is set by any spelling of the address', async () => {
  const { email } = await givenPerson(world.ports);
  expect((await setAccountRole(world.ports, email.toUpperCase(), 'owner'))?.role).toBe('owner');
});

test('contract 29: an account is named by its address, its id, or a `sub` that one person has', async () => {
  const { ports } = world;
  const [account, other] = [await givenPerson(ports), await givenPerson(ports)];
  await setAccountRole(ports, other.email, 'owner');
  const connect = async (accountId: string, sub: string) => {
    const application = someApplication(other.id);
    await ports.applications.insert(application, 500);
    await ports.connections.agree({ applicationId: application.id, accountId, sub, answers: {}, now: START });
  };
  await connect(account.id, 'one');
  await connect(account.id, 'two');
  await connect(other.id, 'two');
  const find = async (name: AccountName) => (await findAccount(ports, name))?.id;
  expect(await find(account.email.toUpperCase())).toBe(account.id);
  expect(await find({ id: account.id })).toBe(account.id);
  expect(await find({ sub: 'one' })).toBe(account.id);
  expect(await find({ sub: 'two' })).toBeUndefined();
  for (const name of ['none@example.com', { id: '0'.repeat(32) }, { sub: 'none' }])
    expect(await find(name)).toBeUndefined();
  expect((await setAccountRole(ports, { sub: 'one' }, 'owner'))?.id).toBe(account.id);
});

test('contract 1: a deleted account is found no more', async () => {
  const { email } = await givenPerson(world.ports);
  expect((await deleteAccount(world.ports, email))?.email).toBe(email);
  expect(await findAccount(world.ports, email)).toBeUndefined();
});

test('contract 1: an unknown account is told', async () => {
  expect(await setAccountRole(world.ports, 'nobody@example.com', 'owner')).toBeUndefined();
});

test('contract 1: all accounts are listed in order of creation, past one page', async () => {
  const { ports, close } = await openTestPorts();
  const emails = Array.from({ length: 503 }, (_, index) => `listed-${index}@example.com`);
  const input = { role: 'user', nickname: undefined, password: undefined } as const;
  for (const email of emails) await createAccount(ports, { ...input, email });
  const listed: string[] = [];
  for await (const account of listAccounts(ports)) listed.push(account.email);
  expect(listed).toEqual(emails);

  const page: string[] = [];
  for await (const { email } of listAccounts(ports, { email: ' LISTED-10', limit: 3 })) page.push(email);
  expect(page).toEqual(['listed-10@example.com', 'listed-100@example.com', 'listed-101@example.com']);
  await close();
});

describe('creating an account', () => {
  test('contract 1: with a password it can sign in at once', async () => {
    const input = { email: 'made@example.com', role: 'operator', nickname: 'Op', password: PASSWORD } as const;
    expect(await createAccount(world.ports, input)).toMatchObject({
      kind: 'created',
      link: undefined,
      account: { role: 'operator', profile: { nickname: 'Op' } },
    });
  });

  test('every fault is told at once', async () => {
    const input = { email: 'nobody', role: 'user', nickname: '\u202E', password: 'short' } as const;
    const result = await createAccount(world.ports, input);
    expect(result.kind === 'refused' && result.faults.map((fault) => fault.path[0])).toEqual([
      'email',
      'password',
      'nickname',
    ]);
  });
});

describe('API tokens', () => {
  async function givenApiToken(input: Parameters<typeof createApiToken>[1]) {
    const created = await createApiToken(world.ports, input);
    if (created.kind !== 'created') throw new Error(created.kind);
    return created;
  }

  test('contract 3: the token names its account, and only its hash is kept', async () => {
    const { email, id } = await givenPerson(world.ports, { role: 'owner' });
    const created = await givenApiToken({ email, name: 'ci', expiresInDays: 90 });
    expect(created.token).toMatch(/^lk_api_[A-Za-z0-9_-]{43}$/);
    const caller = await world.ports.apiTokens.findCaller(hashSecret(created.token), world.ports.clock.now());
    expect(caller).toMatchObject({ accountId: id, role: 'owner' });
    expect(JSON.stringify(await listApiTokens(world.ports, email))).not.toContain(created.token.slice(7));
  });

  test('contract 1: it dies after its days', async () => {
    const { email } = await givenPerson(world.ports);
    const created = await givenApiToken({ email, name: '', expiresInDays: 1 });
    const tokenHash = hashSecret(created.token);
    expect(await world.ports.apiTokens.findCaller(tokenHash, world.ports.clock.now() + 86_400_000)).toBeUndefined();
  });

  test('contract 1: 0 days is never', async () => {
    const { email } = await givenPerson(world.ports);
    expect((await givenApiToken({ email, name: '', expiresInDays: 0 })).apiToken.expiresAt).toBeUndefined();
  });

  test('a deleted one is refused at its next use', async () => {
    const { email } = await givenPerson(world.ports);
    const created = await givenApiToken({ email, name: '', expiresInDays: 90 });
    expect(await deleteApiToken(world.ports, created.apiToken.id)).toBe(true);
    const caller = await world.ports.apiTokens.findCaller(hashSecret(created.token), world.ports.clock.now());
    expect(caller).toBeUndefined();
  });
});

test.each([
  ['Mina@Example.com', 'Mina@Example.com'],
  ['0123456789abcdef0123456789abcdef', { id: '0123456789abcdef0123456789abcdef' }],
  ['mina.kim', { username: 'mina.kim' }],
  ['0123456789ABCDEF0123456789ABCDEF', { username: '0123456789ABCDEF0123456789ABCDEF' }],
])('contract 31: what was typed, %s, names an account', (typed, name) => {
  expect(accountNameIn(typed)).toEqual(name);
});
