// What becomes of an enrolment while the account's role changes (contract 24): the first factor that policy demands
// needs a mailed code, and nobody gets around it by being quicker than the change.
import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { ConfirmationNeeded } from '../../../../src/core/ground/acts/session-proof.ts';
import { beginEnrolment, enrolCodes } from '../../../../src/core/sign-in/factors/enrol-codes.ts';
import type { FactorStore } from '../../../../src/core/sign-in/factors/factor-store.ts';
import { givenPerson, givenPorts, givenSession, START } from '../accounts/open-ports.ts';

const world = givenPorts();
const FROM = { site: '192.0.2.0/24', userAgent: 'Browser', language: 'en' };

/** Sends the form of the enrolment; `meanwhile` happens after the policy was asked, and before anything is stored. */
async function enrolWhile(meanwhile: (accountId: string) => Promise<unknown>, secondFactor: 'staff' | 'everyone') {
  const { ports } = world;
  const signedIn = await givenSession(ports, { account: await givenPerson(ports) });
  const { id } = signedIn.account;
  const enrol: FactorStore['enrol'] = async (input) => {
    await meanwhile(id);
    return ports.factors.enrol(input);
  };
  const rules = { ...ports.rules, secondFactor, mail: 'smtp' as const };
  const deps = { ...ports, rules, factors: { ...ports.factors, enrol } };
  const enrolment = beginEnrolment(deps, signedIn);
  const secret = Secret.fromBase32(enrolment.secretText.replaceAll(' ', ''));
  const code = new TOTP({ secret }).generate({ timestamp: ports.clock.now() });
  const outcome = enrolCodes(deps, { signedIn, sealed: enrolment.sealed, code, from: FROM });
  return { outcome, codes: async () => ports.factors.find(id) };
}

test('contract 24: an account that becomes an operator while it sets up codes has to prove its address first', async () => {
  const { outcome, codes } = await enrolWhile((id) => world.ports.accounts.setRole(id, 'operator', START), 'staff');
  await expect(outcome).rejects.toThrow(ConfirmationNeeded);
  expect(await codes()).toBeUndefined();
});

test('contract 24: one whose role stays sets them up', async () => {
  const { outcome, codes } = await enrolWhile(async () => undefined, 'staff');
  expect(await outcome).toMatchObject({ kind: 'enrolled' });
  expect(await codes()).toBeDefined();
});

test('contract 24: a policy that came while the form was open asks for the mailed code', async () => {
  const { outcome, codes } = await enrolWhile(async () => undefined, 'everyone');
  await expect(outcome).rejects.toThrow(ConfirmationNeeded);
  expect(await codes()).toBeUndefined();
});
