// Whom the operator's policy of second factors binds, what a session then lacks, and what changing or setting up a factor
// asks of it (contract 24), row by row. test/stories/second-factor-policy.test.ts shows what people see of it.
import { describe, expect, it } from 'vitest';
import type { Account } from '../../../../src/core/ground/accounts/account.ts';
import { ConfirmationNeeded } from '../../../../src/core/ground/acts/session-proof.ts';
import type { SecondFactorPolicy } from '../../../../src/core/ground/factor-policy.ts';
import {
  ADDRESS_PROVEN_FOR_MS,
  asksBeforeFactors,
  demandsFactor,
  factorProof,
  firstFactorProof,
  isAddressProven,
  lacksAt,
  mayProveAddressInstead,
  methodsOnceEnrolled,
  mustProveAddress,
  type PlaceOfUse,
} from '../../../../src/core/sign-in/factors/second-factor-policy.ts';
import type { Session } from '../../../../src/core/sign-in/sessions/session.ts';
import { HOUR, NOW, RP_ID, someAccount, someSession } from '../../../contract/stores/given.ts';

type Given = {
  policy?: SecondFactorPolicy;
  role?: Account['role'];
  /** Whether they can edit an application of somebody. */
  edits?: boolean;
  /** Whether they have one-time codes. */
  codes?: boolean;
  mail?: 'off' | 'smtp';
  session?: Partial<Session>;
};

function given({ policy = 'optional', role = 'user', edits = false, codes = false, mail = 'smtp', session }: Given) {
  const account = someAccount({ role });
  const deps = {
    factors: { find: async (id: string) => (codes && id === account.id ? {} : undefined) },
    passkeys: { listByAccount: async () => [] },
    members: { editsAny: async (id: string) => edits && id === account.id },
    rules: { secondFactor: policy, passkeyRpId: RP_ID, mail },
  } as unknown as Parameters<typeof factorProof>[0];
  return { deps, account, signedIn: { account, session: someSession(account.id, session) } };
}

const WITH_CODE = ['pwd', 'otp', 'mfa'];
const provenAgo = (ms: number) => ({ addressProvenAt: NOW - ms });

describe('contract 24: whom it binds', () => {
  const EVERYWHERE: PlaceOfUse[] = ['console', 'account', 'application'];
  it.each<[SecondFactorPolicy, string, Given, PlaceOfUse[]]>([
    ['everyone', 'users', {}, EVERYWHERE],
    ['optional', 'operators', { role: 'operator' }, []],
    ['staff', 'operators', { role: 'operator' }, ['console']],
    ['staff', 'support', { role: 'support' }, ['console']],
    ['staff', 'owners', { role: 'owner' }, []],
    ['staff', 'users who edit', { edits: true }, []],
    ['owners', 'operators', { role: 'operator' }, ['console']],
    ['owners', 'owners', { role: 'owner' }, ['console']],
    ['owners', 'users who edit', { edits: true }, ['console']],
    ['owners', 'users', {}, []],
  ])('`%s` asks %s', async (policy, _, whom, places) => {
    const { deps, account } = given({ policy, ...whom });
    const asked = await Promise.all(EVERYWHERE.map((place) => demandsFactor(deps, account, place)));
    expect(EVERYWHERE.filter((_place, at) => asked[at])).toEqual(places);
  });
});

describe('contract 24: what a session lacks where it binds', () => {
  it.each<[string, Given, 'step-up' | 'enrolment' | undefined]>([
    ['nothing, where nobody is bound', { policy: 'optional' }, undefined],
    ['nothing, with two factors', { session: { amr: WITH_CODE }, codes: true }, undefined],
    ['a factor, of an account without', {}, 'enrolment'],
    ['to show the one it has', { codes: true }, 'step-up'],
  ])('%s', async (_, more, lacking) => {
    const { deps, signedIn } = given({ policy: 'everyone', ...more });
    expect(await lacksAt(deps, signedIn, 'account')).toBe(lacking);
  });

  it.each<[string, Given, readonly string[]]>([
    ['is a whole sign-in, once set up', { policy: 'staff', role: 'operator' }, WITH_CODE],
    ['stays what it was, where nobody is bound', { role: 'operator' }, ['pwd']],
    ['stays a passkey', { policy: 'everyone', session: { amr: ['pop', 'user', 'mfa'] } }, ['pop', 'user', 'mfa']],
  ])('and %s', async (_, more, amr) => {
    const { deps, signedIn } = given(more);
    expect(await methodsOnceEnrolled(deps, signedIn)).toEqual(amr);
  });
});

describe('contract 24: a mailed code is proof of the address for an hour', () => {
  it.each([
    ['just now', provenAgo(0), true],
    ['an hour ago', provenAgo(HOUR), true],
    ['longer ago', provenAgo(HOUR + 1), false],
    ['never', {}, false],
  ])('proven %s', (_, session, expected) => {
    expect(isAddressProven(someSession('somebody', session), NOW)).toBe(expected);
    expect(ADDRESS_PROVEN_FOR_MS).toBe(HOUR);
  });

  it.each<[string, Given, boolean]>([
    ['where nobody is bound', {}, true],
    ['where others are', { policy: 'staff' }, true],
    ['not for whom policy binds', { policy: 'everyone' }, false],
    ['not without mail', { mail: 'off' }, false],
  ])('and stands in for the factor that the account has: %s', async (_, more, expected) => {
    const { deps, signedIn } = given({ ...more, codes: true });
    expect(await mayProveAddressInstead(deps, signedIn)).toBe(expected);
  });
});

describe('contract 24: before factors are changed, the person is asked', () => {
  const BOUND: Given = { policy: 'everyone' };
  it.each<[string, Given, 'factor' | 'address' | undefined]>([
    ['nothing, without a factor where nobody is bound', {}, undefined],
    ['for the address, before the first factor that policy demands', BOUND, 'address'],
    ['nothing more, once it is proven', { ...BOUND, session: provenAgo(HOUR) }, undefined],
    ['for the address again, an hour later', { ...BOUND, session: provenAgo(HOUR + 1) }, 'address'],
    ['nothing, where there is no mail', { ...BOUND, mail: 'off' }, undefined],
    [
      'for the factor that policy demands, also with the address proven',
      { ...BOUND, codes: true, session: provenAgo(0) },
      'factor',
    ],
    ['for the factor that they have', { codes: true }, 'factor'],
    ['nothing, once it was shown', { codes: true, session: { factorSince: NOW } }, undefined],
    ['nothing, with the address proven instead', { codes: true, session: provenAgo(HOUR) }, undefined],
    ['for the factor, with the address proven too long ago', { codes: true, session: provenAgo(HOUR + 1) }, 'factor'],
    ['for the factor, where there is no mail', { codes: true, mail: 'off', session: provenAgo(0) }, 'factor'],
    [
      'for the factor, with the address proven, of whom policy binds',
      { ...BOUND, codes: true, session: { amr: WITH_CODE, ...provenAgo(0) } },
      'factor',
    ],
  ])('%s', async (_, more, asked) => {
    const { deps, signedIn } = given(more);
    expect(await asksBeforeFactors(deps, signedIn, NOW)).toBe(asked);
    expect(await mustProveAddress(deps, signedIn, NOW)).toBe(asked === 'address');
  });
});

describe('contract 24: the statement of the change holds', () => {
  it.each<[string, Given, number | undefined]>([
    ['the address proven within the hour, for the factor', {}, NOW - HOUR],
    ['the factor alone, without mail', { mail: 'off' }, undefined],
    ['the factor alone, of whom policy binds', { policy: 'everyone', session: { amr: WITH_CODE } }, undefined],
  ])('%s', async (_, more, orAddressProvenSince) => {
    const { deps, signedIn } = given({ ...more, codes: true });
    const { session, account } = signedIn;
    expect(await factorProof(deps, signedIn, NOW)).toMatchObject({
      sessionId: session.id,
      role: account.role,
      factorShown: { rpId: RP_ID, orAddressProvenSince },
    });
  });

  it('no session of one factor, where policy demands the one that the account has', async () => {
    const { deps, signedIn } = given({ policy: 'everyone', codes: true });
    await expect(factorProof(deps, signedIn, NOW)).rejects.toThrow(ConfirmationNeeded);
  });

  it.each<[string, Given, object]>([
    ['nothing more, of an account with a factor', { policy: 'everyone', codes: true }, {}],
    ['nothing more, without mail', { policy: 'everyone', mail: 'off' }, {}],
    [
      'the address and the role, of whom policy binds',
      { policy: 'staff', role: 'support' },
      { role: 'support', addressProvenSince: NOW - HOUR },
    ],
    ['that nothing is edited, where editing would bind', { policy: 'owners' }, { role: 'user', editsNothing: true }],
    ['the role alone, where it would not', { policy: 'staff' }, { role: 'user', editsNothing: false }],
  ])('of the first factor: %s', async (_, more, proof) => {
    const { deps, signedIn } = given(more);
    expect(await firstFactorProof(deps, signedIn, NOW)).toEqual(proof);
  });
});
