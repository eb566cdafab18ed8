// Passkeys end to end in core: a software authenticator adds them and signs in with them, and every lie is refused
// (contract 23).
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { PasskeyRefusal } from '../../../../src/core/ground/passkey-refusal.ts';
import { CHALLENGE_TTL_MS, type ChallengeUse, makeChallenge } from '../../../../src/core/sign-in/passkeys/challenge.ts';
import { addPasskey, removePasskey, renamePasskey } from '../../../../src/core/sign-in/passkeys/change-passkeys.ts';
import { userHandleOf } from '../../../../src/core/sign-in/passkeys/passkey.ts';
import { endSessions } from '../../../../src/core/sign-in/sessions/end-sessions.ts';
import { type Proof, signIn } from '../../../../src/core/sign-in/sessions/sign-in.ts';
import { setAccountDisabled } from '../../../helpers/administer-accounts.ts';
import { createAuthenticator, type Key, type Said } from '../../../helpers/authenticator.ts';
import { givenPerson, givenPorts, givenSession, givenVisitor, PASSWORD, signInFrom } from '../accounts/open-ports.ts';

const world = givenPorts();
const authenticator = createAuthenticator({ origin: 'http://localhost:4000', rpId: 'localhost' });
const FROM = { site: '192.0.2.0/24', userAgent: 'Browser', language: 'en' };
const DEVICE = 'device';

const challengeFor = (use: Partial<ChallengeUse> & Pick<ChallengeUse, 'purpose'>) =>
  makeChallenge(world.ports, { deviceId: DEVICE, accountId: undefined, ...use });

type Making = Partial<Parameters<typeof authenticator.create>[0]>;

/** A signed-in person, and what adding a passkey says. */
async function add(making: Making = {}, signedInBefore?: Awaited<ReturnType<typeof givenSession>>) {
  const signedIn = signedInBefore ?? (await givenSession(world.ports, { account: await givenPerson(world.ports) }));
  const { id: accountId } = signedIn.account;
  const challenge = challengeFor({ purpose: 'add', accountId });
  const made = authenticator.create({ challenge, userHandle: userHandleOf(accountId), ...making });
  const input = { signedIn, response: made.response, deviceId: DEVICE, name: 'Phone', from: FROM };
  return { signedIn, account: signedIn.account, key: made.key, input, added: await addPasskey(world.ports, input) };
}

const enter = (proof: Proof, asksFactor = false) =>
  signIn(world.ports, {
    proof,
    asksFactor,
    persistent: false,
    network: '',
    from: signInFrom({ userAgent: 'Browser' }),
    held: [],
  });
const passkeyOf = (response: string, deviceId: string | undefined = DEVICE) => ({ response, deviceId, from: FROM });
const signInWith = (key: Key, said: Partial<Said> = {}) =>
  enter({
    by: 'passkey',
    passkey: passkeyOf(authenticator.sign(key, { challenge: challengeFor({ purpose: 'sign-in' }), ...said })),
  });
const refused = (reason: string, accountId?: string) => ({ kind: 'wrong-passkey', reason, accountId });

describe('adding', () => {
  test.each(['ES256', 'EdDSA', 'RS256'] as const)('%s', async (algorithm) => {
    const { account, key, added } = await add({ algorithm });
    expect(added.kind).toBe('added');
    const [stored] = await world.ports.passkeys.listByAccount(account.id);
    expect(stored).toMatchObject({ name: 'Phone', rpId: 'localhost', backupEligible: true, backedUp: true });
    expect(stored?.transports).toEqual(['internal', 'hybrid']);
    expect(await signInWith(key)).toMatchObject({ kind: 'signed-in', account: { id: account.id } });
  });

  const LIES: readonly (readonly [string, PasskeyRefusal, () => Making])[] = [
    ['another origin', 'origin', () => ({ origin: 'https://evil.example' })],
    ['another relying party', 'origin', () => ({ rpId: 'evil.example' })],
    ['a page inside another one', 'malformed', () => ({ crossOrigin: true })],
    [
      'a page that says where it is inside',
      'malformed',
      () => ({ crossOrigin: true, topOrigin: 'https://evil.example' }),
    ],
    ['no user verification', 'user-verification', () => ({ userVerified: false })],
    ['an algorithm that was not offered', 'signature', () => ({ algorithm: 'ES384' })],
    ['the answer of a sign-in', 'signature', () => ({ type: 'webauthn.get' })],
    ['a backup of what cannot have one', 'signature', () => ({ backupEligible: false, backedUp: true })],
    ['a challenge of another purpose', 'challenge', () => ({ challenge: challengeFor({ purpose: 'sign-in' }) })],
    [
      'a challenge of another account',
      'challenge',
      () => ({ challenge: challengeFor({ purpose: 'add', accountId: 'other' }) }),
    ],
    ['no challenge', 'challenge', () => ({ challenge: randomBytes(32).toString('base64url') })],
  ];
  test.each(LIES)('refuses %s, and says why: %s', async (_, reason, lie) => {
    const { account, added } = await add(lie());
    expect(added).toEqual({ kind: 'invalid', reason });
    expect(await world.ports.passkeys.listByAccount(account.id)).toEqual([]);
  });

  test('refuses a challenge of another browser, one that is too old, and one that was answered', async () => {
    const { input } = await add();
    const challenge = { kind: 'invalid', reason: 'challenge' };
    expect(await addPasskey(world.ports, { ...input, deviceId: 'other' })).toEqual(challenge);
    expect(await addPasskey(world.ports, input)).toEqual({ kind: 'known' });
    const late = await add({ origin: 'http://other' });
    const right = authenticator.create({
      challenge: challengeFor({ purpose: 'add', accountId: late.account.id }),
      userHandle: userHandleOf(late.account.id),
    });
    world.ports.clock.advance(CHALLENGE_TTL_MS / 1000);
    expect(await addPasskey(world.ports, { ...late.input, response: right.response })).toEqual(challenge);
  });

  test('refuses a credential id that another account has', async () => {
    const { key } = await add();
    expect((await add({ credentialId: key.credentialId })).added).toEqual({ kind: 'known' });
  });

  test.each(['', 'null', '{}', '{"id":"AA","response":{"clientDataJSON":"e30"}}', '[]', '{"id":1,"response":{}}'])(
    'refuses what is no credential: %s',
    async (response) => {
      const { input } = await add();
      expect(await addPasskey(world.ports, { ...input, response })).toMatchObject({ kind: 'invalid' });
      const outcome = await enter({ by: 'passkey', passkey: passkeyOf(response) });
      expect(outcome).toMatchObject({ kind: 'wrong-passkey' });
    },
  );
});

describe('signing in', () => {
  test('alone: two factors in one', async () => {
    const { account, key } = await add();
    const outcome = await signInWith(key);
    if (outcome.kind !== 'signed-in') throw new Error(outcome.kind);
    expect(outcome.session).toMatchObject({ accountId: account.id, amr: ['pop', 'user', 'mfa'] });
  });

  const LIES: readonly (readonly [string, string, () => Partial<Said>])[] = [
    ['another origin', 'origin', () => ({ origin: 'https://evil.example' })],
    ['another relying party', 'origin', () => ({ rpId: 'evil.example' })],
    ['no user verification', 'user-verification', () => ({ userVerified: false })],
    ['the answer of an enrolment', 'signature', () => ({ type: 'webauthn.create' })],
    ['a page inside another one', 'malformed', () => ({ crossOrigin: true })],
    ['a user handle of another account', 'other-account', () => ({ userHandle: userHandleOf('other') })],
    ['no user handle', 'other-account', () => ({ userHandle: null })],
    ['a backup eligibility that went', 'backup-eligibility', () => ({ backupEligible: false })],
    ['a challenge of another purpose', 'challenge', () => ({ challenge: challengeFor({ purpose: 'confirm' }) })],
    [
      'a challenge of another browser',
      'challenge',
      () => ({ challenge: challengeFor({ purpose: 'sign-in', deviceId: 'x' }) }),
    ],
  ];
  test.each(LIES)('refuses %s', async (_, reason, lie) => {
    const { account, key } = await add();
    const known = reason === 'malformed' || reason === 'challenge' ? undefined : account.id;
    expect(await signInWith(key, lie())).toEqual(refused(reason, known));
  });

  test("refuses another key's signature, an unknown passkey, and a challenge that is over or answered", async () => {
    const [one, two] = [await add(), await add()];
    const forged = { ...one.key, privateKey: two.key.privateKey };
    expect(await signInWith(forged)).toEqual(refused('signature', one.account.id));
    expect(await signInWith({ ...one.key, credentialId: randomBytes(32) })).toEqual(refused('unknown'));
    const challenge = challengeFor({ purpose: 'sign-in' });
    expect((await signInWith(one.key, { challenge })).kind).toBe('signed-in');
    expect(await signInWith(one.key, { challenge })).toEqual(refused('outdated', one.account.id));
    const old = challengeFor({ purpose: 'sign-in' });
    world.ports.clock.advance(CHALLENGE_TTL_MS / 1000);
    expect(await signInWith(one.key, { challenge: old })).toEqual(refused('challenge'));
  });

  test('a counter that falls: refused of a device-bound passkey, recorded of a synced one', async () => {
    const bound = await add({ backupEligible: false, counter: 7 });
    const asBound = { backupEligible: false };
    expect(await signInWith(bound.key, { ...asBound, counter: 7 })).toEqual(refused('counter', bound.account.id));
    expect((await signInWith(bound.key, { ...asBound, counter: 8 })).kind).toBe('signed-in');
    const synced = await add({ counter: 7 });
    expect((await signInWith(synced.key, { counter: 6 })).kind).toBe('signed-in');
    const [stored] = await world.ports.passkeys.listByAccount(synced.account.id);
    expect(stored).toMatchObject({ signCount: 6, counterFellAt: world.ports.clock.now() });
  });

  test('decision 65: a device-bound passkey becomes synced, which is recorded; never the other way round', async () => {
    const { account, key } = await add({ backupEligible: false, counter: 7 });
    // A manager that syncs has no counter any more.
    expect((await signInWith(key, { backupEligible: true, backedUp: true, counter: 0 })).kind).toBe('signed-in');
    const [stored] = await world.ports.passkeys.listByAccount(account.id);
    expect(stored).toMatchObject({ backupEligible: true, backedUp: true, signCount: 0 });
    const back = await signInWith(key, { backupEligible: false, counter: 9 });
    expect(back).toEqual(refused('backup-eligibility', account.id));
    expect((await signInWith(key)).kind).toBe('signed-in');
  });

  test('refuses a disabled account; works after its sign-ins were ended', async () => {
    const { account, key } = await add();
    await endSessions(world.ports, account.id);
    expect((await signInWith(key)).kind).toBe('signed-in');
    await setAccountDisabled(world.ports, account.email, true);
    expect(await signInWith(key)).toEqual(refused('account', account.id));
  });

  test('contract 24: wrong passwords do not keep a passkey out', async () => {
    const { account, key } = await add();
    for (let tries = 0; tries < 10; tries += 1) {
      await enter({ by: 'password', email: account.email, password: 'wrong password', visitor: givenVisitor() });
    }
    expect((await signInWith(key)).kind).toBe('signed-in');
  });
});

describe('after a password', () => {
  const half = (account: { id: string; signInEpoch: number }) => ({
    accountId: account.id,
    signInEpoch: account.signInEpoch,
    persistent: false,
    provenAt: world.ports.clock.now(),
  });
  const stepWith = (key: Key, account: { id: string; signInEpoch: number }, said: Partial<Said> = {}) => {
    const challenge = challengeFor({ purpose: 'second-step', accountId: account.id });
    const passkey = passkeyOf(authenticator.sign(key, { challenge, ...said }));
    return enter({ by: 'passkey-after-password', half: half(account), passkey });
  };

  test('is asked for where an application asks for two factors', async () => {
    const { account } = await add();
    const proof = { by: 'password', email: account.email, password: PASSWORD, visitor: givenVisitor() } as const;
    expect((await enter(proof)).kind).toBe('signed-in');
    expect((await enter(proof, true)).kind).toBe('second-factor');
    const code = { by: 'code', half: half(account), code: '123456' } as const;
    expect(await enter(code)).toMatchObject({ kind: 'wrong-code' });
  });

  test('with or without a user handle: password and passkey', async () => {
    const { account, key } = await add();
    for (const userHandle of [null, key.userHandle]) {
      const outcome = await stepWith(key, account, { userHandle });
      if (outcome.kind !== 'signed-in') throw new Error(outcome.kind);
      expect(outcome.session.amr).toEqual(['pwd', 'pop', 'user', 'mfa']);
    }
  });

  test("refuses another account's passkey, and a first proof that is over", async () => {
    const [one, two] = [await add(), await add()];
    expect(await stepWith(two.key, one.account)).toEqual(refused('other-account', two.account.id));
    await endSessions(world.ports, one.account.id);
    expect(await stepWith(one.key, one.account)).toEqual({ kind: 'wrong', accountId: one.account.id });
  });
});

describe('keeping them', () => {
  test('the name is plain text of at most 60 characters', async () => {
    const { signedIn, added } = await add();
    if (added.kind !== 'added') throw new Error(added.kind);
    const rename = (name: string, id = added.id) => renamePasskey(world.ports, signedIn, { id, name });
    expect(await rename('  내 폰 ')).toBe('renamed');
    expect((await world.ports.passkeys.listByAccount(signedIn.account.id))[0]?.name).toBe('내 폰');
    for (const name of ['', '  ', 'x'.repeat(61), 'a\u202Eb', 'a\nb']) expect(await rename(name)).toBe('invalid');
    expect(await rename('Mine', 'nobody')).toBe('gone');
  });

  test('removing keeps this session and ends the others', async () => {
    const { signedIn, account, key, added } = await add();
    if (added.kind !== 'added') throw new Error(added.kind);
    const other = await signInWith(key);
    if (other.kind !== 'signed-in') throw new Error(other.kind);
    const removed = await removePasskey(world.ports, signedIn, { id: added.id, from: FROM });
    expect(removed).toMatchObject({ session: { id: signedIn.session.id } });
    expect(await world.ports.sessions.find(other.session.handleHash, world.ports.clock.now())).toBeUndefined();
    expect(await signInWith(key)).toEqual(refused('unknown'));
    expect(await world.ports.passkeys.listByAccount(account.id)).toEqual([]);
  });
});
