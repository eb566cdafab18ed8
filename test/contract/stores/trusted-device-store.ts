// The contract of TrustedDeviceStore, and of sessions that a trusted device starts, for every database (contract 24).
import { describe, expect, it } from 'vitest';
import type { Account } from '../../../src/core/ground/accounts/account.ts';
import { ConfirmationNeeded } from '../../../src/core/ground/acts/session-proof.ts';
import type { Stores } from '../../../src/core/operating/ports.ts';
import { MAX_TRUSTED_DEVICES, type TrustedDevice } from '../../../src/core/sign-in/trusted-devices/trusted-device.ts';
import { newId } from '../../helpers/new-id.ts';
import { people } from './email-change-store.ts';
import { DAY, keeping, MINUTE, NOW, someAccount, someHash, somePasskey, someSession } from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

const someDevice = ({ id, signInEpoch }: Account, values: Partial<TrustedDevice> = {}): TrustedDevice => ({
  id: newId(),
  accountId: id,
  tokenHash: someHash(),
  signInEpoch,
  userAgent: 'Mozilla/5.0',
  network: '192.0.2.0/24',
  createdAt: NOW,
  expiresAt: NOW + 30 * DAY,
  ...values,
});

const sessionOf = ({ id, signInEpoch }: Account) => someSession(id, { signInEpoch });

/** An account with one-time codes, a session, and a device that it trusts. */
async function givenTrust({ accounts, sessions, factors }: Stores, values: Partial<Account> = {}) {
  const before = someAccount({ role: 'user', ...values });
  await accounts.insert(before);
  const first = sessionOf(before);
  await sessions.start(first, undefined);
  const enrolled = {
    ...keeping(first),
    accountId: before.id,
    proof: { sessionId: first.id, authenticatedSince: NOW - MINUTE },
    now: NOW,
    sealedSecret: someHash(),
    step: 1,
    recoveryHashes: [someHash()],
  };
  expect(await factors.enrol(enrolled)).toBe(true);
  const account = { ...before, signInEpoch: before.signInEpoch + 1 };
  const session = { ...first, handleHash: enrolled.keep.newHandleHash, signInEpoch: account.signInEpoch };
  const device = someDevice(account);
  const started = await sessions.start(sessionOf(account), undefined, undefined, undefined, { makes: device });
  expect(started).toBeDefined();
  return { account, session, device };
}

type Given = Awaited<ReturnType<typeof givenTrust>>;

const find = ({ trustedDevices }: Stores, { account, device }: Given, now = NOW) =>
  trustedDevices.find(account.id, [someHash(), device.tokenHash], now);
const proofBy = ({ session }: Given) => ({ sessionId: session.id, authenticatedSince: NOW - 10 * MINUTE });
const ending = (given: Given) => ({
  ...keeping(given.session),
  accountId: given.account.id,
  proof: proofBy(given),
  now: NOW,
});

/** Somebody proves the address, which was never verified, by a link to a new password. */
async function claim({ accounts, emailProofs }: Stores, given: Given, answer: 'keep' | 'prove-factor'): Promise<void> {
  const { id: accountId, emailKey, signInEpoch } = given.account;
  await accounts.changeEmail(accountId, { ...given.account, formerKey: undefined }, NOW, proofBy(given));
  const secrets = { tokenHash: someHash(), codeMac: someHash() };
  const times = { createdAt: NOW, expiresAt: NOW + DAY };
  const proof = { id: newId(), accountId, purpose: 'password' as const, emailKey, signInEpoch, ...secrets, ...times };
  expect(await emailProofs.issue({ proof, mail: undefined })).toBe(true);
  const { tokenHash } = secrets;
  const claimed = await emailProofs.redeemForPassword({ tokenHash, passwordHash: '$new', claim: answer, now: NOW });
  expect(claimed).toMatchObject({ id: accountId });
}

/** Every change that ends trust, by the person, an operator, or whoever has the address. */
const ENDS: Readonly<Record<string, (stores: Stores, given: Given) => Promise<unknown>>> = {
  'the codes are removed': ({ factors }, given) => factors.remove(ending(given)),
  'an operator removes the codes': ({ factors }, { account }) =>
    factors.removeByOperator({ accountId: account.id, now: NOW }),
  'there are new recovery codes': ({ factors }, given) =>
    factors.replaceRecoveryCodes({ ...ending(given), recoveryHashes: [someHash()] }),
  'a passkey is added': ({ passkeys }, given) =>
    passkeys.add({
      challengeHash: someHash(),
      challengeExpiresAt: NOW + MINUTE,
      passkey: somePasskey(given.account.id),
      proof: proofBy(given),
      mail: undefined,
    }),
  'every session ends': ({ sessions }, { account }) => sessions.endAll({ accountId: account.id, now: NOW }),
  'other sessions end': ({ sessions }, given) => sessions.endOthers(ending(given)),
  'a change of the address is taken back': async (stores, given) => {
    const { emailChanges, accounts } = stores;
    const { account } = given;
    await accounts.setEmailVerified(account.id, account.emailKey, NOW);
    const { ask, prove } = people(() => stores);
    const person = { account, session: proofBy(given) };
    const { link: tokenHash } = await prove(person, (await ask(person)).proof);
    // The codes are older than the change.
    const factor = { signInEpoch: account.signInEpoch };
    const mails = { mail: undefined, notice: undefined };
    const taking = { tokenHash, passwordHash: '$new', factor, rpId: undefined, remove: [], ...mails };
    expect(await emailChanges.takeBack({ ...taking, now: NOW + 2 * MINUTE })).toBeDefined();
  },
  'somebody claims the account, and keeps it': (stores, given) => claim(stores, given, 'keep'),
  'somebody claims the account, and names the second factor': (stores, given) => claim(stores, given, 'prove-factor'),
  'the device is removed': ({ trustedDevices }, given) =>
    trustedDevices.remove({ accountId: given.account.id, id: given.device.id, proof: proofBy(given) }),
};

export function trustedDeviceStoreContract(make: MakeDatabase): void {
  describe('TrustedDeviceStore', () => {
    const database = useDatabase(make);

    it('gives back what was stored, newest first, to its account alone, for 30 days', async () => {
      const { stores } = database;
      const given = await givenTrust(stores);
      const { account, device } = given;
      const second = someDevice(account);
      await stores.sessions.start(sessionOf(account), undefined, undefined, undefined, { makes: second });
      expect(await stores.trustedDevices.listByAccount(account.id, NOW)).toEqual([second, device]);
      expect(await find(stores, given)).toEqual(device);
      const other = await givenTrust(stores);
      expect(await stores.trustedDevices.find(other.account.id, [device.tokenHash], NOW)).toBeUndefined();
      expect(await stores.trustedDevices.find(account.id, [], NOW)).toBeUndefined();
      expect(await find(stores, given, device.expiresAt - 1)).toBeDefined();
      expect(await find(stores, given, device.expiresAt)).toBeUndefined();
    });

    it('contract 24: no operator trusts a device, also one who becomes an operator later', async () => {
      const { stores } = database;
      const given = await givenTrust(stores);
      await stores.accounts.setRole(given.account.id, 'operator', NOW);
      expect(await find(stores, given)).toBeUndefined();
      const late = { usesId: given.device.id };
      expect(
        await stores.sessions.start(sessionOf(given.account), undefined, undefined, undefined, late),
      ).toBeUndefined();
      const makes = someDevice(given.account);
      expect(
        await stores.sessions.start(sessionOf(given.account), undefined, undefined, undefined, { makes }),
      ).toBeDefined();
      expect(await stores.trustedDevices.listByAccount(given.account.id, NOW)).toEqual([]);
    });

    it(`keeps the newest ${MAX_TRUSTED_DEVICES} of an account`, async () => {
      const { sessions, trustedDevices } = database.stores;
      const { account } = await givenTrust(database.stores);
      for (let at = 1; at <= MAX_TRUSTED_DEVICES; at += 1) {
        const makes = someDevice(account, { createdAt: NOW + at });
        await sessions.start(sessionOf(account), undefined, undefined, undefined, { makes });
      }
      const kept = await trustedDevices.listByAccount(account.id, NOW);
      expect(kept.map(({ createdAt }) => createdAt - NOW).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: MAX_TRUSTED_DEVICES }, (_, at) => at + 1),
      );
    });

    it('contract 25: a session that a trusted device started proves nothing, and one with the factor does', async () => {
      const { sessions, trustedDevices } = database.stores;
      const given = await givenTrust(database.stores);
      const session = { ...sessionOf(given.account), byTrustedDevice: true };
      expect(await sessions.start(session, undefined, undefined, undefined, { usesId: given.device.id })).toBe(
        session.id,
      );
      expect((await sessions.find(session.handleHash, NOW))?.session).toEqual(session);
      const removed = { accountId: given.account.id, id: given.device.id };
      const proof = proofBy({ ...given, session });
      await expect(trustedDevices.remove({ ...removed, proof })).rejects.toThrow(ConfirmationNeeded);
      const held = { renews: session, keeps: [], ends: undefined };
      const renewed = sessionOf(given.account);
      expect(await sessions.start(renewed, held)).toBe(session.id);
      expect(await trustedDevices.remove({ ...removed, proof })).toBe(true);
      expect(await trustedDevices.remove({ ...removed, proof })).toBe(false);
    });

    it.each(Object.entries(ENDS))('contract 24: it ends when %s', async (_, end) => {
      const given = await givenTrust(database.stores);
      await end(database.stores, given);
      expect(await find(database.stores, given)).toBeUndefined();
      const account = (await database.stores.accounts.find(given.account.id)) as Account;
      const late = sessionOf(account);
      const usesId = given.device.id;
      expect(await database.stores.sessions.start(late, undefined, undefined, undefined, { usesId })).toBeUndefined();
    });

    it.each(Object.entries(ENDS))(
      'contract 24: of sign-ins at the moment when %s, none comes after it',
      async (_, end) => {
        const connections = [database.stores, ...(await Promise.all([1, 2, 3].map(() => database.open())))];
        for (let round = 0; round < 5; round += 1) {
          const given = await givenTrust(database.stores);
          const { account, device } = given;
          let hasEnded = false;
          const late: unknown[] = [];
          await Promise.all([
            end(connections[0] as Stores, given).then(() => {
              hasEnded = true;
            }),
            ...Array.from({ length: 4 }, async (__, at) => {
              const { sessions } = connections[at] as Stores;
              for (let times = 0; times < 4; times += 1) {
                const isLate = hasEnded;
                const id = await sessions.start(sessionOf(account), undefined, undefined, undefined, {
                  usesId: device.id,
                });
                if (isLate) late.push(id);
              }
            }),
          ]);
          const after = await database.stores.sessions.start(sessionOf(account), undefined, undefined, undefined, {
            usesId: device.id,
          });
          expect([after, late.filter(Boolean)]).toEqual([undefined, []]);
          expect(await find(database.stores, given)).toBeUndefined();
        }
      },
    );

    it('contract 24: none is born of a sign-in that has ended: of a removal and a new trust at once, none counts', async () => {
      const other = await database.open();
      for (let round = 0; round < 10; round += 1) {
        const given = await givenTrust(database.stores);
        const makes = someDevice(given.account);
        await Promise.all([
          database.stores.factors.removeByOperator({ accountId: given.account.id, now: NOW }),
          other.sessions.start(sessionOf(given.account), undefined, undefined, undefined, { makes }),
        ]);
        expect(await database.stores.trustedDevices.listByAccount(given.account.id, NOW)).toEqual([]);
      }
    });

    it('is deleted once it has expired, and with its account', async () => {
      const { stores } = database;
      const given = await givenTrust(stores);
      const other = await givenTrust(stores);
      await stores.accounts.remove(other.account.id, NOW);
      expect(await stores.trustedDevices.listByAccount(other.account.id, NOW)).toEqual([]);
      const { device } = given;
      while ((await stores.expired.purge(device.expiresAt, 100, DAY)) > 0);
      expect(await stores.trustedDevices.listByAccount(given.account.id, NOW)).toEqual([]);
    });
  });
}
