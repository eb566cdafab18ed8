// A passkey that moves to another Latchkey (contract 23, 30): its authenticator keeps the name that the old server gave
// the account.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ports } from '../../../../src/core/operating/ports.ts';
import { makeChallenge } from '../../../../src/core/sign-in/passkeys/challenge.ts';
import { addPasskey } from '../../../../src/core/sign-in/passkeys/change-passkeys.ts';
import { type CheckedPasskey, checkPasskey } from '../../../../src/core/sign-in/passkeys/check-passkey.ts';
import { userHandleIn, userHandleOf } from '../../../../src/core/sign-in/passkeys/passkey.ts';
import { createAuthenticator, type Key } from '../../../helpers/authenticator.ts';
import { moveAccounts } from '../../../helpers/moved-accounts.ts';
import { givenPerson, givenSession, openTestPorts } from '../accounts/open-ports.ts';

type Server = Awaited<ReturnType<typeof openTestPorts>>;

const DEVICE = 'device';
const FROM = { site: '192.0.2.0/24', userAgent: 'Browser', language: 'en' };
const authenticator = createAuthenticator({ origin: 'http://localhost:4000', rpId: 'localhost' });
const opened: Server[] = [];
const open = async (rules: Parameters<typeof openTestPorts>[0] = {}): Promise<Ports> => {
  const server = await openTestPorts(rules);
  opened.push(server);
  return server.ports;
};
afterAll(() => Promise.all(opened.map((server) => server.close())));

let [old, next]: Ports[] = [];
let key: Key;
let email: string;
beforeAll(async () => {
  [old, next] = [await open(), await open()];
  const account = await givenPerson(old, { passwordHash: undefined });
  email = account.email;
  const signedIn = await givenSession(old, { account });
  const challenge = makeChallenge(old, { purpose: 'add', deviceId: DEVICE, accountId: account.id });
  const made = authenticator.create({ challenge, userHandle: userHandleOf(account.id) });
  key = made.key;
  await addPasskey(old, { signedIn, response: made.response, deviceId: DEVICE, name: 'Phone', from: FROM });
});

const accountAt = async (ports: Ports) => {
  const account = await ports.accounts.findByEmailKey(email);
  if (!account) throw new Error(`${email} is not there`);
  return account;
};

/** What the server says to the passkey, after the first proof of the account or without one. */
async function use(ports: Ports, said: { userHandle?: string | null } = {}, isKnown = false): Promise<CheckedPasskey> {
  const account = isKnown ? await accountAt(ports) : undefined;
  const purpose = isKnown ? 'confirm' : 'sign-in';
  const challenge = makeChallenge(ports, { purpose, deviceId: DEVICE, accountId: account?.id });
  const response = authenticator.sign(key, { challenge, ...said });
  return checkPasskey(ports, { response, deviceId: DEVICE, from: FROM, purpose, account, provenAt: undefined });
}

test('contract 30: it signs in at the next server, and at the one after that', async () => {
  if (!old || !next) throw new Error('no server');
  expect(await moveAccounts(old, next)).toMatchObject({ counts: { created: 1, withoutPassword: 0 }, told: [] });
  const account = await accountAt(next);
  expect(account.id).not.toBe((await accountAt(old)).id);
  expect(await use(next)).toMatchObject({ kind: 'right', account: { id: account.id } });
  expect(await use(next, {}, true)).toMatchObject({ kind: 'right' });
  expect(await use(next, { userHandle: null }, true)).toMatchObject({ kind: 'right' });
  const third = await open();
  await moveAccounts(next, third);
  expect(await use(third)).toMatchObject({ kind: 'right' });
});

test('contract 23: it answers to its own user handle alone, not to that of another account', async () => {
  if (!old || !next) throw new Error('no server');
  await moveAccounts(old, next);
  const { id } = await accountAt(next);
  const wrong = { kind: 'wrong', reason: 'other-account', accountId: id };
  for (const userHandle of [userHandleOf(id), userHandleOf('another')]) {
    expect(await use(next, { userHandle })).toEqual(wrong);
    expect(await use(next, { userHandle }, true)).toEqual(wrong);
  }
  expect(await use(next, { userHandle: null })).toEqual(wrong);
});

const passkeysIn = (line: Record<string, unknown>) => line.passkeys as Record<string, unknown>[];

test('contract 30: one without its user handle has that of the new account, which signs nobody in: it is noted', async () => {
  if (!old) throw new Error('no server');
  const ports = await open();
  const moved = await moveAccounts(old, ports, ({ passkeys, ...line }) => ({
    ...line,
    passkeys: passkeysIn({ passkeys }).map(({ user_handle: _, ...passkey }) => passkey),
  }));
  expect(moved).toMatchObject({ counts: { created: 1, withoutPassword: 1 } });
  expect(moved.told).toEqual([['/passkeys: one has no user_handle, without which nobody signs in with it']]);
  const [stored] = await ports.passkeys.listByAccount((await accountAt(ports)).id);
  expect(stored && userHandleIn(stored)).toBe(userHandleOf((await accountAt(ports)).id));
});

test('contract 30: one of another RP ID is no way in: it is noted, and the person is told to set a password', async () => {
  if (!old) throw new Error('no server');
  const moved = await moveAccounts(old, await open({ passkeyRpId: 'example.com' }));
  expect(moved).toMatchObject({ counts: { created: 1, withoutPassword: 1 } });
  expect(moved.told).toEqual([['/passkeys: one is of localhost, and works nowhere else']]);
});
