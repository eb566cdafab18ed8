// Signing in: each way leads to the same outcomes, and to a session that says how the person proved who they are.
import { describe, expect, test } from 'vitest';
import { endSessions } from '../../../../src/core/sign-in/sessions/end-sessions.ts';
import { readSession } from '../../../../src/core/sign-in/sessions/read-session.ts';
import { type Proof, signIn } from '../../../../src/core/sign-in/sessions/sign-in.ts';
import { setAccountDisabled } from '../../../helpers/administer-accounts.ts';
import { givenPerson, givenPorts, givenVisitor, PASSWORD, signInFrom } from '../accounts/open-ports.ts';

const world = givenPorts();
const enter = (proof: Proof) =>
  signIn(world.ports, { proof, persistent: false, network: '', from: signInFrom({ userAgent: 'Browser' }), held: [] });
const byPassword = (email: string, password: string, visitor = givenVisitor()): Proof => ({
  by: 'password',
  email,
  password,
  visitor,
});
const OTHER_WAYS = ['setup-link', 'sign-up', 'password-link', 'confirmation'] as const;

test('the right password starts a session, which says by what', async () => {
  const { id, email } = await givenPerson(world.ports);
  const outcome = await enter(byPassword(email, PASSWORD));
  if (outcome.kind !== 'signed-in') throw new Error(outcome.kind);
  const { session, account } = (await readSession(world.ports, outcome.handle)) ?? {};
  expect([account?.id, session?.amr, session?.userAgent]).toEqual([id, ['pwd'], 'Browser']);
});

test.each(OTHER_WAYS)('so does what was proven by %s', async (by) => {
  const account = await givenPerson(world.ports);
  const outcome = await enter({ by, account });
  if (outcome.kind !== 'signed-in') throw new Error(outcome.kind);
  expect((await readSession(world.ports, outcome.handle))?.session.amr).toEqual(['pwd']);
});

test('a wrong password and an unknown address start none', async () => {
  const { id, email } = await givenPerson(world.ports);
  expect(await enter(byPassword(email, 'wrong password'))).toEqual({ kind: 'wrong', accountId: id });
  expect(await enter(byPassword('nobody@example.com', PASSWORD))).toEqual({ kind: 'wrong', accountId: undefined });
});

test('contract 10: past the limit the right password is limited as well', async () => {
  const { email } = await givenPerson(world.ports);
  for (let tries = 0; tries < 10; tries += 1) await enter(byPassword(email, 'wrong password'));
  expect((await enter(byPassword(email, PASSWORD))).kind).toBe('limited');
});

describe('what was proven before the sign-ins of the account were ended', () => {
  test.each(OTHER_WAYS)('is worth nothing afterwards: %s', async (by) => {
    const account = await givenPerson(world.ports);
    await endSessions(world.ports, account.id);
    expect(await enter({ by, account })).toEqual({ kind: 'wrong', accountId: account.id });
  });

  test('is worth nothing once the account is disabled', async () => {
    const account = await givenPerson(world.ports);
    await setAccountDisabled(world.ports, account.email, true);
    expect(await enter({ by: 'password-link', account })).toEqual({ kind: 'wrong', accountId: account.id });
  });
});
