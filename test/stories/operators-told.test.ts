// Every operator is told of rights that are given, by mail (contract 20, 29).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMachineToken } from '../../src/core/applications/machine-tokens/create-machine-token.ts';
import { setRole } from '../../src/core/operating/operators/act-on-account.ts';
import { createAccount } from '../../src/core/people/accounts/create-account.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { importLines } from '../helpers/import-lines.ts';
import { newEmail } from './account-pages.ts';

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startHosts();
  Object.assign(hosts.ports.rules, { mail: 'memory' });
});
afterAll(() => hosts.stop());

const given = async (role: 'operator' | 'user') => {
  const made = await createAccount(hosts.ports, { email: newEmail(), role, nickname: undefined, password: undefined });
  if (made.kind !== 'created') throw new Error(made.kind);
  return made.account;
};
/** What was queued since the last call, by recipient. */
async function told(): Promise<(readonly [unknown, unknown])[]> {
  const rows = await hosts.rowsIn('mails');
  await hosts.execute('delete from mails');
  return rows
    .filter(({ kind }) => kind === 'operators-told')
    .map(({ email, facts }) => [email, typeof facts === 'string' ? JSON.parse(facts) : facts] as const);
}

test('contract 29: of a machine token with its scopes and days, of a new operator, and of a raised role', async () => {
  const [first, second] = [await given('operator'), await given('operator')];
  const user = await given('user');
  await told();
  const emails = [first.email, second.email].sort();
  const expectTold = async (facts: object) => {
    const mails = await told();
    expect(mails.map(([email]) => email).sort()).toEqual(emails);
    for (const [, told_] of mails) expect(told_).toEqual({ at: expect.any(Number), ...facts });
  };
  const draft = { name: 'deploy', days: '30', scopes: ['accounts:write', 'roles'] };
  await createMachineToken(hosts.ports, { draft });
  await expectTold({ what: 'machine-token', scopes: ['accounts:write', 'roles'], days: 30 });
  await setRole(hosts.ports, { account: user, role: 'support' });
  await expectTold({ what: 'role', accountId: user.id, role: 'support' });
  // A role that is lowered gives nothing.
  await setRole(hosts.ports, { account: user, role: 'user' });
  expect(await told()).toEqual([]);
  // Whoever it is about knows.
  const third = await given('operator');
  await expectTold({ what: 'role', accountId: third.id, role: 'operator' });
});

test('contract 29, 30: of the roles that an import gives, and not of those that it leaves out', async () => {
  const operators = await Promise.all([given('operator'), given('operator')]);
  await told();
  const importing = async (withRoles: boolean) => {
    const line = (role: string) => ({ email: newEmail(), role });
    const contents = ['owner', 'user', 'operator', 'owner'].map((role) => ({ json: line(role) }));
    async function* lines() {
      for (const [at, content] of contents.entries()) yield { at: { line: at + 1 }, content };
    }
    await importLines(hosts.ports, lines(), { withRoles, onRefused: () => {}, onNote: () => {} });
    return told();
  };
  expect(await importing(false)).toEqual([]);
  const mails = await importing(true);
  for (const { email } of operators) {
    expect(mails.filter(([to]) => to === email)).toEqual([
      [email, { at: expect.any(Number), what: 'import', roles: { owner: 2, operator: 1 } }],
    ]);
  }
});
