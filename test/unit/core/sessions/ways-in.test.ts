// Every way to a session against what ends it (contract 2, 22 to 25, 27): an account that is disabled, leaves or is
// deleted, and a credential that changes, at each of three moments. No session is left of it, also once the account is
// as it was. What the pages add, that they keep what was read with a proof, is asked in ways-in.test.ts of the stories.
import { beforeEach, describe, expect, test } from 'vitest';
import type { Account } from '../../../../src/core/ground/accounts/account.ts';
import { hashSecret } from '../../../../src/core/ground/secrets.ts';
import type { Ports } from '../../../../src/core/operating/ports.ts';
import { setPasswordByLink } from '../../../../src/core/people/one-time-links/set-password-by-link.ts';
import { removeAfterReset, sealReset } from '../../../../src/core/sign-in/factors/factors-after-reset.ts';
import { type ChallengeUse, makeChallenge } from '../../../../src/core/sign-in/passkeys/challenge.ts';
import { addPasskey, removePasskey } from '../../../../src/core/sign-in/passkeys/change-passkeys.ts';
import { userHandleOf } from '../../../../src/core/sign-in/passkeys/passkey.ts';
import { AMR_PASSKEY } from '../../../../src/core/sign-in/sessions/amr.ts';
import { confirmByPassword } from '../../../../src/core/sign-in/sessions/confirm-by-password.ts';
import { endSessions } from '../../../../src/core/sign-in/sessions/end-sessions.ts';
import { readSession } from '../../../../src/core/sign-in/sessions/read-session.ts';
import type { SignedIn } from '../../../../src/core/sign-in/sessions/session.ts';
import { type Proof, signIn } from '../../../../src/core/sign-in/sessions/sign-in.ts';
import { someSession } from '../../../contract/stores/given.ts';
import { deleteAccount, removeFactorsOf, setAccountDisabled } from '../../../helpers/administer-accounts.ts';
import { createAuthenticator } from '../../../helpers/authenticator.ts';
import { passwordLinkFor } from '../../../helpers/password-link.ts';
import {
  givenPerson as givenAccount,
  givenCodes,
  givenPorts,
  givenSession,
  givenVisitor,
  PASSWORD,
  signInFrom,
} from '../accounts/open-ports.ts';

const world = givenPorts();
const authenticator = createAuthenticator({ origin: 'http://localhost:4000', rpId: 'localhost' });
const FROM = { site: '192.0.2.0/24', userAgent: 'Browser', language: 'en' };
const DEVICE = 'device';
const STEP_SECONDS = 30;
const DAY = 86_400_000;

// A code that was used is never right again.
beforeEach(() => world.ports.clock.advance(STEP_SECONDS));

const challengeFor = (purpose: ChallengeUse['purpose'], accountId?: string) =>
  makeChallenge(world.ports, { purpose, deviceId: DEVICE, accountId });
const read = async ({ id }: Pick<Account, 'id'>): Promise<Account> =>
  (await world.ports.accounts.find(id)) ?? expect.fail('There is no such account.');

/** Somebody with a password and a passkey, and with one-time codes where the way asks for them; signed in. */
async function givenPerson(withCodes: boolean) {
  const { ports } = world;
  const begun = await givenSession(ports, { account: await givenAccount(ports) });
  const { id } = begun.account;
  const made = authenticator.create({ challenge: challengeFor('add', id), userHandle: userHandleOf(id) });
  const passkey = { signedIn: begun, response: made.response, deviceId: DEVICE, name: 'Phone', from: FROM };
  expect(await addPasskey(ports, passkey)).toMatchObject({ kind: 'added' });
  const person = { id, email: begun.account.email, key: made.key };
  if (!withCodes) return { ...person, own: begun, code: () => '', recoveryCodes: [''] };
  const { code, recoveryCodes, opened } = await givenCodes(ports, begun);
  ports.clock.advance(STEP_SECONDS);
  return { ...person, own: opened, code, recoveryCodes };
}
type Person = Awaited<ReturnType<typeof givenPerson>>;

type More = Partial<Pick<Parameters<typeof signIn>[1], 'trust' | 'held'>>;
const enter = (deps: Ports, proof: Proof, more: More = {}) =>
  signIn(deps, { proof, persistent: false, network: '', from: signInFrom(), held: [], ...more });
type Outcome = Awaited<ReturnType<typeof enter>>;

/** Sends what only remains to be sent. */
type Ready = (deps: Ports) => Promise<Outcome>;
type Way = { withCodes?: boolean; ready(person: Person): Promise<Ready> };

const byPassword = ({ email }: Person, visitor = givenVisitor()) =>
  ({ by: 'password', email, password: PASSWORD, visitor }) as const;

/** As the second step gets it: what was read with the first proof. */
const halfOf = ({ id, signInEpoch }: Account) => ({
  ...{ accountId: id, signInEpoch, persistent: false, provenAt: world.ports.clock.now() },
});
async function halfSignedIn(person: Person) {
  const first = await enter(world.ports, byPassword(person));
  if (first.kind !== 'second-factor') throw new Error(first.kind);
  return halfOf(first.account);
}

const answerOf = ({ key }: Person, challenge: string) => ({
  ...{ response: authenticator.sign(key, { challenge }), deviceId: DEVICE, from: FROM },
});

/** The account as the link left it. */
async function afterReset({ email }: Person): Promise<Account> {
  const { token } = await passwordLinkFor(world.ports, email);
  const set = await setPasswordByLink(world.ports, { token, password: 'another long passphrase' });
  return set.kind === 'changed' ? set.account : expect.fail(set.kind);
}

/** Signed in by the link, once the factors that it listed were looked through. */
async function afterFactors(deps: Ports, account: Account, sealed: string): Promise<Outcome> {
  const after = await removeAfterReset(deps, { sealed, deviceId: DEVICE, ids: [], from: FROM });
  return after ? enter(deps, { by: 'password-link', ...after }) : { kind: 'wrong', accountId: account.id };
}

/** In the person's own session, if there is one by then; the account is as it was read with it. */
const confirmed =
  ({ own, id }: Person, proves: (deps: Ports, signedIn: SignedIn) => Promise<Proof | undefined>): Ready =>
  async (deps) => {
    const signedIn = await readSession(deps, own.handle);
    const proof = signedIn && (await proves(deps, signedIn));
    return proof ? enter(deps, proof, { held: [signedIn] }) : { kind: 'wrong', accountId: id };
  };

const WAYS = {
  'a password': {
    ready: async (person) => (deps) => enter(deps, byPassword(person)),
  },
  'a passkey': {
    async ready(person) {
      const passkey = answerOf(person, challengeFor('sign-in'));
      return (deps) => enter(deps, { by: 'passkey', passkey });
    },
  },
  'a one-time code after a password': {
    withCodes: true,
    async ready(person) {
      const half = await halfSignedIn(person);
      return (deps) => enter(deps, { by: 'code', half, code: person.code() });
    },
  },
  'a recovery code after a password': {
    withCodes: true,
    async ready(person) {
      const half = await halfSignedIn(person);
      return (deps) => enter(deps, { by: 'code', half, code: person.recoveryCodes[0] ?? '' });
    },
  },
  'a passkey after a password': {
    withCodes: true,
    async ready(person) {
      const half = await halfSignedIn(person);
      const passkey = answerOf(person, challengeFor('second-step', person.id));
      return (deps) => enter(deps, { by: 'passkey-after-password', half, passkey });
    },
  },
  'a password on a trusted device': {
    withCodes: true,
    async ready(person) {
      const proof = { by: 'code', half: await halfSignedIn(person), code: person.code() } as const;
      const trusting = await enter(world.ports, proof, { trust: { tokenHashes: [], asked: true } });
      const token = trusting.kind === 'signed-in' ? trusting.trustToken : undefined;
      if (!token) throw new Error('The device is not trusted.');
      const trust = { tokenHashes: [hashSecret(token)], asked: false };
      return (deps) => enter(deps, byPassword(person), { trust });
    },
  },
  'a link that sets the password': {
    async ready(person) {
      const account = await afterReset(person);
      const sealed = sealReset(world.ports, { account, byCode: false }, DEVICE);
      return (deps) => afterFactors(deps, account, sealed);
    },
  },
  'a one-time code after that link': {
    withCodes: true,
    async ready(person) {
      const account = await afterReset(person);
      const asked = await afterFactors(
        world.ports,
        account,
        sealReset(world.ports, { account, byCode: false }, DEVICE),
      );
      if (asked.kind !== 'second-factor') throw new Error(asked.kind);
      const half = halfOf(asked.account);
      return (deps) => enter(deps, { by: 'code', half, code: person.code() });
    },
  },
  'a confirmation by password': {
    ready: async (person) =>
      confirmed(person, async (deps, signedIn) => {
        const visitor = givenVisitor();
        const { kind } = await confirmByPassword(deps, { signedIn, password: PASSWORD, visitor });
        return kind === 'verified' ? { by: 'confirmation', account: signedIn.account } : undefined;
      }),
  },
  'a confirmation by passkey': {
    async ready(person) {
      const passkey = answerOf(person, challengeFor('confirm', person.id));
      return confirmed(person, async (_, { account }) => ({ by: 'passkey-confirmation', account, passkey }));
    },
  },
} satisfies Record<string, Way>;

type Ending = (person: Person) => Promise<unknown>;

const leave: Ending = async ({ id }) => {
  const now = world.ports.clock.now();
  const { signInEpoch } = await read({ id });
  const session = someSession(id, { signInEpoch, authenticatedAt: now });
  await world.ports.sessions.start(session, undefined);
  const proof = { sessionId: session.id, authenticatedSince: now };
  const left = { accountId: id, until: now + 7 * DAY, proof, mail: undefined, now };
  expect(await world.ports.leaving.leave(left)).toBe('done');
};

/** What ended the account for a while is over: nothing that was born before may live. */
async function reactivate({ id, email }: Person): Promise<void> {
  await setAccountDisabled(world.ports, email, false);
  const { signInEpoch = 0, leavingSince } = (await world.ports.accounts.find(id)) ?? {};
  if (leavingSince === undefined) return;
  const restored = { accountId: id, signInEpoch, mail: undefined, now: world.ports.clock.now() };
  expect(await world.ports.leaving.restore(restored)).toBe(true);
}

const changePassword: Ending = async ({ email }) => {
  const { token } = await passwordLinkFor(world.ports, email);
  const set = await setPasswordByLink(world.ports, { token, password: 'a third long passphrase' });
  expect(set.kind).toBe('changed');
};

/** In a session of its own, so that none of the way's own stays because it removed it. */
const removeThePasskey: Ending = async ({ id }) => {
  const signedIn = await givenSession(world.ports, { account: await read({ id }), amr: AMR_PASSKEY });
  const [passkey] = await world.ports.passkeys.listByAccount(id);
  const removed = await removePasskey(world.ports, signedIn, { id: passkey?.id ?? '', from: FROM });
  expect(removed).toMatchObject({ account: { id } });
};

const disabled: readonly [string, Ending] = [
  'the account was disabled, also once it is enabled again',
  ({ email }) => setAccountDisabled(world.ports, email, true),
];
const left: readonly [string, Ending] = ['the account was leaving, also once it is restored', leave];
const deleted: readonly [string, Ending] = [
  'the account was deleted',
  ({ email }) => deleteAccount(world.ports, email),
];
const changed: readonly [string, Ending] = ['the password was changed', changePassword];
const ended: readonly [string, Ending] = ['its sign-ins were ended', ({ id }) => endSessions(world.ports, id)];
const factorGone: readonly [string, Ending] = [
  'two-step verification was removed',
  ({ email }) => removeFactorsOf(world.ports, email),
];
const passkeyGone: readonly [string, Ending] = ['the passkey was removed', removeThePasskey];

const TABLE: readonly (readonly [keyof typeof WAYS, readonly (readonly [string, Ending])[]])[] = [
  ['a password', [disabled, left, deleted, changed]],
  ['a passkey', [disabled, left, deleted, passkeyGone]],
  ['a one-time code after a password', [disabled, left, changed, ended, factorGone]],
  ['a recovery code after a password', [disabled, left, changed, ended, factorGone]],
  ['a passkey after a password', [disabled, left, changed, ended, factorGone, passkeyGone]],
  ['a password on a trusted device', [disabled, left, changed, ended]],
  ['a link that sets the password', [disabled, left, deleted, changed]],
  ['a one-time code after that link', [disabled, left, changed, factorGone]],
  ['a confirmation by password', [disabled, left, changed, ended]],
  ['a confirmation by passkey', [disabled, left, changed, ended]],
];

/** Ports with which `meanwhile` happens when all was checked, and the session is all but stored. */
function lastMoment(meanwhile: () => Promise<unknown>): Ports {
  const { ports } = world;
  const start: Ports['sessions']['start'] = async (...session) => {
    await meanwhile();
    return ports.sessions.start(...session);
  };
  return { ...ports, sessions: { ...ports.sessions, start } };
}

/** When all was right, and ended before the session was stored. */
function tooLate(way: string, accountId: string): object {
  if (way.includes('trusted')) return { kind: 'second-factor', account: { id: accountId } };
  return way.includes('passkey')
    ? { kind: 'wrong-passkey', accountId, reason: 'outdated' }
    : { kind: 'wrong', accountId };
}

describe.each(TABLE)('contract 24: %s', (name, endings) => {
  const way: Way = WAYS[name];
  const given = async () => {
    const person = await givenPerson(way.withCodes ?? false);
    return { person, send: await way.ready(person) };
  };

  test('leads to a session', async () => {
    const { person, send } = await given();
    const outcome = await send(world.ports);
    if (outcome.kind !== 'signed-in') throw new Error(outcome.kind);
    expect((await readSession(world.ports, outcome.handle))?.account.id).toBe(person.id);
  });

  describe.each(endings)('leads to none when %s', (_, end) => {
    test('before it is sent', async () => {
      const { person, send } = await given();
      await end(person);
      expect((await send(world.ports)).kind).not.toBe('signed-in');
      await reactivate(person);
      expect(await readSession(world.ports, person.own.handle)).toBeUndefined();
    });

    test('at the last moment', async () => {
      const { person, send } = await given();
      let times = 0;
      const deps = lastMoment(async () => {
        times += 1;
        await end(person);
      });
      expect(await send(deps)).toMatchObject(tooLate(name, person.id));
      expect(times).toBe(1);
      await reactivate(person);
      expect(await readSession(world.ports, person.own.handle)).toBeUndefined();
    });

    test('a moment later', async () => {
      const { person, send } = await given();
      const outcome = await send(world.ports);
      if (outcome.kind !== 'signed-in') throw new Error(outcome.kind);
      await end(person);
      await reactivate(person);
      expect(await readSession(world.ports, outcome.handle)).toBeUndefined();
    });
  });
});

/** Whoever confirms is signed in, and so is whoever trusts a device: those ways do not begin for a leaving account. */
const BEGUN_ANEW = TABLE.map(([name]) => name).filter((name) => !/trusted|confirmation/.test(name));

test.each(BEGUN_ANEW)('contract 27: a leaving account proves everything by %s, and has no session', async (name) => {
  const way: Way = WAYS[name];
  const person = await givenPerson(way.withCodes ?? false);
  await leave(person);
  const send = await way.ready(person);
  const sessions = await world.ports.sessions.listByAccount(person.id, world.ports.clock.now(), 9);
  const proven = { kind: 'leaving', account: { id: person.id } };
  const outcome = await send(world.ports);
  expect([outcome, sessions]).toMatchObject([proven, []]);
  expect('amr' in outcome && outcome.amr[0]).toBe(name === 'a passkey' ? 'pop' : 'pwd');
});

test.each(BEGUN_ANEW)('contract 27: that by %s is worth nothing once its sign-ins were ended', async (name) => {
  const way: Way = WAYS[name];
  const person = await givenPerson(way.withCodes ?? false);
  await leave(person);
  const send = await way.ready(person);
  const admit: Ports['leaving']['admit'] = async (admission) => {
    await endSessions(world.ports, person.id);
    return world.ports.leaving.admit(admission);
  };
  const { leaving } = world.ports;
  expect(await send({ ...world.ports, leaving: { ...leaving, admit } })).toMatchObject(tooLate(name, person.id));
});
