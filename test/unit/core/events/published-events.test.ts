// Which acts publish that sessions have ended (decision 40): after the commit, and only where the act was done.
import { beforeEach, expect, test } from 'vitest';
import type { Account } from '../../../../src/core/ground/accounts/account.ts';
import type { DomainEvent } from '../../../../src/core/ground/events/domain-event.ts';
import type { Ports } from '../../../../src/core/operating/ports.ts';
import { issuePasswordLink } from '../../../../src/core/people/one-time-links/issue-password-link.ts';
import { setPasswordByLink } from '../../../../src/core/people/one-time-links/set-password-by-link.ts';
import { changePassword } from '../../../../src/core/sign-in/passwords/change-password.ts';
import { endSession } from '../../../../src/core/sign-in/sessions/end-session.ts';
import { endOtherSessions, endSessions } from '../../../../src/core/sign-in/sessions/end-sessions.ts';
import { readSession } from '../../../../src/core/sign-in/sessions/read-session.ts';
import { signIn } from '../../../../src/core/sign-in/sessions/sign-in.ts';
import { deleteAccount, setAccountDisabled } from '../../../helpers/administer-accounts.ts';
import { givenPerson, givenPorts, givenSession, givenVisitor, PASSWORD, signInFrom } from '../accounts/open-ports.ts';

const world = givenPorts();
const NEW_PASSWORD = 'staple battery horse correct';

type Session = Awaited<ReturnType<typeof givenSession>>;
let events: DomainEvent[];
let ports: Ports;
let account: Account;
let here: Session;
beforeEach(async () => {
  events = [];
  account = await givenPerson(world.ports);
  here = await givenSession(world.ports, { account });
  ports = { ...world.ports, publish: (event) => void events.push(event) };
});

const change = (currentPassword: string) =>
  changePassword(ports, {
    signedIn: here,
    currentPassword,
    newPassword: NEW_PASSWORD,
    endGrants: false,
    visitor: givenVisitor(),
  });
const enter = (password: string) => {
  const proof = { by: 'password' as const, email: account.email, password, visitor: givenVisitor() };
  return signIn(ports, { proof, persistent: false, network: '', from: signInFrom(), held: [] });
};

test.each<[string, () => Promise<unknown>]>([
  ['signing out', () => endSession(ports, { accountId: account.id, sessionId: here.session.id })],
  ['signing out everywhere', () => endSessions(ports, account.id)],
  ['signing out everywhere else', () => endOtherSessions(ports, here)],
  ['changing the password', () => change(PASSWORD)],
  [
    'a password link',
    async () => {
      const { token } = await issuePasswordLink(ports, account);
      await setPasswordByLink(ports, { token, password: NEW_PASSWORD });
    },
  ],
  ['disabling the account', () => setAccountDisabled(ports, account.email, true)],
  ['deleting the account', () => deleteAccount(ports, account.email)],
])('decision 40: %s publishes that sessions ended', async (_, act) => {
  await act();
  expect(events).toEqual([{ kind: 'sessions-ended', accountId: account.id }]);
});

test.each<[string, () => Promise<unknown>]>([
  ['a session that is not there', () => endSession(ports, { accountId: account.id, sessionId: 'gone' })],
  [
    'who was signed out meanwhile',
    async () => {
      await endSessions(world.ports, account.id);
      expect(await endOtherSessions(ports, here)).toBeUndefined();
    },
  ],
  ['a wrong current password', () => change('wrong password')],
  ['a spent link', () => setPasswordByLink(ports, { token: 'spent', password: NEW_PASSWORD })],
  ['an address without an account', () => deleteAccount(ports, 'nobody@example.com')],
])('decision 40: %s publishes nothing', async (_, act) => {
  await act();
  expect(events).toEqual([]);
});

test('decision 50: enabling an account wakes the delivery of its event', async () => {
  await setAccountDisabled(ports, account.email, false);
  expect(events).toEqual([{ kind: 'application-events-due' }]);
});

test('decision 40: a sign-in publishes once it stands, and whose it is', async () => {
  let isThere: Promise<unknown> | undefined;
  ports.publish = (event) => {
    events.push(event);
    isThere = world.ports.sessions.listByAccount(account.id, world.ports.clock.now(), 10);
  };
  await enter(PASSWORD);
  expect(await isThere).toHaveLength(2);
  const event = { kind: 'sign-in-attempted', by: 'password', accountId: account.id };
  expect(events).toEqual([{ result: 'verified', ...event }]);
  await enter('wrong password');
  expect(events.at(-1)).toEqual({ result: 'wrong', ...event });
});

test('decision 40: what the database could not do is published to nobody', async () => {
  const lost = async () => {
    throw new Error('The database is gone');
  };
  ports = { ...ports, sessions: { ...ports.sessions, end: lost, endAll: lost, endOthers: lost } };
  await expect(endSession(ports, { accountId: account.id, sessionId: here.session.id })).rejects.toThrow();
  await expect(endSessions(ports, account.id)).rejects.toThrow();
  await expect(endOtherSessions(ports, here)).rejects.toThrow();
  expect(events).toEqual([]);
  expect(await readSession(world.ports, here.handle)).toBeDefined();
});
