// When a form that asks for the password itself asks for more first: by the account's factor, its passkeys, policy, and
// how long ago the person proved who they are (contract 25).
import { expect, it } from 'vitest';
import { type MustConfirmDeps, mustConfirmFactor } from '../../../../src/core/sign-in/factors/must-confirm-factor.ts';
import { MINUTE, NOW, RP_ID, someAccount, somePasskey, someSession } from '../../../contract/stores/given.ts';

it.each([
  ['no factor', {}, false],
  ['codes', { codes: true }, true],
  ['codes, proven ten minutes ago', { codes: true, provenAgo: 10 * MINUTE }, false],
  ['codes, proven longer ago', { codes: true, provenAgo: 10 * MINUTE + 1 }, true],
  ['codes, proven just now by a trusted device', { codes: true, provenAgo: 0, byTrustedDevice: true }, true],
  ['a passkey that nobody asks for', { passkey: true }, false],
  ['a passkey that policy asks for', { passkey: true, secondFactor: 'everyone' }, true],
  ['a passkey that policy asks of staff', { passkey: true, secondFactor: 'staff' }, false],
  ['a passkey that policy asks for, proven just now', { passkey: true, secondFactor: 'everyone', provenAgo: 0 }, false],
  ['a passkey of another host', { passkey: true, rpId: 'other.example', secondFactor: 'everyone' }, false],
  ['nothing where policy asks for a factor', { secondFactor: 'everyone' }, false],
] as const)('contract 25: an account with %s', async (_, given, expected) => {
  const { codes, passkey, rpId, secondFactor, provenAgo, byTrustedDevice } = {
    ...{ codes: false, passkey: false, rpId: RP_ID, secondFactor: 'optional', byTrustedDevice: false },
    provenAgo: 60 * MINUTE,
    ...given,
  };
  const account = someAccount();
  const session = someSession(account.id, { authenticatedAt: NOW - provenAgo, byTrustedDevice });
  const deps = {
    factors: { find: async (id: string) => (codes && id === account.id ? {} : undefined) },
    passkeys: { listByAccount: async (id: string) => (passkey ? [somePasskey(id, { rpId })] : []) },
    members: { editsAny: async () => false },
    rules: { secondFactor, passkeyRpId: RP_ID },
    clock: { now: () => NOW },
  } as unknown as MustConfirmDeps;
  expect(await mustConfirmFactor(deps, { account, session })).toBe(expected);
});
