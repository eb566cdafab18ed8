// Which operators `latchkey doctor` names because they have no second factor (contract 24).
import { expect, test } from 'vitest';
import { operatorsWithoutFactor } from '../../../../src/core/sign-in/factors/operators-without-factor.ts';
import { keeping, someAccount, someHash, somePasskey, someSession } from '../../../contract/stores/given.ts';
import { givenPorts } from '../accounts/open-ports.ts';

const world = givenPorts();

test('contract 24: those with neither codes nor a passkey of this domain, and none that is disabled', async () => {
  const { accounts, sessions, factors, passkeys } = world.ports;
  const operators = ['none', 'codes', 'passkey', 'elsewhere', 'disabled'].map((name) =>
    someAccount({ role: 'operator', email: `${name}@example.com`, emailKey: `${name}@example.com` }),
  );
  await accounts.insert(someAccount({ role: 'owner' }));
  for (const account of operators) {
    await accounts.insert(account);
    const session = someSession(account.id);
    await sessions.start(session, undefined);
    const proof = { sessionId: session.id, authenticatedSince: 0 };
    const enrolment = { ...keeping(session), sealedSecret: someHash(), step: 1, recoveryHashes: [someHash()] };
    if (account.email.startsWith('codes')) {
      expect(await factors.enrol({ ...enrolment, accountId: account.id, proof, now: account.createdAt })).toBe(true);
    }
    const rpId = { passkey: 'id.example', elsewhere: 'old.example' }[account.email.split('@')[0] ?? ''];
    const challenge = { challengeHash: someHash(), challengeExpiresAt: account.createdAt };
    if (rpId) await passkeys.add({ ...challenge, passkey: somePasskey(account.id, { rpId }), proof, mail: undefined });
    if (account.email.startsWith('disabled')) await accounts.setDisabled(account.id, true, account.createdAt);
  }
  const named = ['none@example.com', 'elsewhere@example.com'];
  expect(await operatorsWithoutFactor(world.ports, 'id.example')).toEqual(named);
  const withoutPasskeys = ['none@example.com', 'passkey@example.com', 'elsewhere@example.com'];
  expect(await operatorsWithoutFactor(world.ports, undefined)).toEqual(withoutPasskeys);
});
