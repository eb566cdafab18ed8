// When a session is confirmed (contract 25), and what confirms it.
import { expect, test } from 'vitest';
import { isConfirmed, proofOf } from '../../../../src/core/ground/acts/session-proof.ts';
import { confirmationFaults, confirmByPassword } from '../../../../src/core/sign-in/sessions/confirm-by-password.ts';
import { givenPerson, givenPorts, givenSession, givenVisitor, PASSWORD } from '../accounts/open-ports.ts';

const world = givenPorts();
const MINUTE = 60_000;
const NOW = Date.UTC(2030, 0, 1);

test.each([
  [0, true],
  [9 * MINUTE, true],
  [10 * MINUTE, true],
  [10 * MINUTE + 1, false],
  [24 * 60 * MINUTE, false],
])('contract 25: %i ms after an authentication the session is confirmed: %s', (age, confirmed) => {
  const session = { id: 'session', authenticatedAt: NOW - age, byTrustedDevice: false };
  expect(isConfirmed(session, NOW)).toBe(confirmed);
  // The statement of the act asks the same question.
  expect(session.authenticatedAt >= proofOf(session, NOW).authenticatedSince).toBe(confirmed);
});

async function confirm(password: string | undefined, email?: string) {
  const account = await givenPerson(world.ports);
  const signedIn = await givenSession(world.ports, { account });
  const found = { ...signedIn, account: { ...account, email: email ?? account.email } };
  return confirmByPassword(world.ports, { signedIn: found, password, visitor: givenVisitor() });
}

test.each([
  ['their password', PASSWORD, 'verified', []],
  ['another password', 'not the password', 'wrong', ['current-password-wrong']],
  ['no password', undefined, 'missing', ['password-missing']],
] as const)(
  'contract 25: with %s the person is %3$s, and the form says %4$j',
  async (_what, password, kind, reasons) => {
    const confirmation = await confirm(password);
    expect(confirmation.kind).toBe(kind);
    expect(confirmationFaults(confirmation)).toMatchObject(reasons.map((code) => ({ path: ['password'], code })));
  },
);

test('contract 25: the password of somebody who has the address by now confirms nobody', async () => {
  const other = await givenPerson(world.ports);
  expect(await confirm(PASSWORD, other.email)).toMatchObject({ kind: 'wrong' });
});
