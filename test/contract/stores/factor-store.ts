// The contract of FactorStore, for every database (contract 24).
import { describe, expect, it } from 'vitest';
import type { Account } from '../../../src/core/ground/accounts/account.ts';
import { ConfirmationNeeded } from '../../../src/core/ground/acts/session-proof.ts';
import type { Stores } from '../../../src/core/operating/ports.ts';
import type { EmailProof } from '../../../src/core/people/verification/email-proof.ts';
import type { MailKind } from '../../../src/core/server/mail/mail-kinds.ts';
import { MAX_TRIES_IN_ROW, OWN_CODE_KIND } from '../../../src/core/sign-in/factors/one-time-code.ts';
import { givenMember } from '../../helpers/membership.ts';
import { newId } from '../../helpers/new-id.ts';
import {
  DAY,
  keeping,
  MINUTE,
  NOW,
  someAccount,
  someApplication,
  someHash,
  somePasskey,
  someSession,
} from './given.ts';
import { someMail } from './mail-store.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

const STEP = Math.floor(NOW / 30_000);
const CODES = Array.from({ length: 10 }, someHash);
const SINCE = NOW - 10 * MINUTE;

async function givenSignedIn({ accounts, sessions }: Stores, values: Partial<Account> = {}) {
  const account = someAccount(values);
  const session = someSession(account.id, { authenticatedAt: NOW, signInEpoch: account.signInEpoch });
  await accounts.insert(account);
  await sessions.start(session, undefined);
  return { account, session };
}

const someAddressProof = (account: Account, createdAt: number): EmailProof => ({
  id: newId(),
  accountId: account.id,
  purpose: 'address',
  emailKey: account.emailKey,
  tokenHash: someHash(),
  codeMac: someHash(),
  signInEpoch: account.signInEpoch,
  createdAt,
  expiresAt: createdAt + DAY,
});

type SignedIn = Awaited<ReturnType<typeof givenSignedIn>>;

const ending = ({ account, session }: SignedIn) => ({
  accountId: account.id,
  fromEpoch: session.signInEpoch,
  keep: keeping(session).keep,
  proof: { sessionId: session.id, authenticatedSince: SINCE },
  now: NOW,
});

const enrolling = (signedIn: SignedIn) => ({
  ...ending(signedIn),
  sealedSecret: someHash(),
  step: STEP,
  recoveryHashes: CODES,
});

/** An account with one-time codes, as it is then. */
async function givenEnrolled(stores: Stores) {
  const signedIn = await givenSignedIn(stores);
  const enrolled = enrolling(signedIn);
  expect(await stores.factors.enrol(enrolled)).toBe(true);
  const signInEpoch = signedIn.account.signInEpoch + 1;
  const session = { ...signedIn.session, handleHash: enrolled.keep.newHandleHash, signInEpoch };
  return { account: { ...signedIn.account, signInEpoch }, session, enrolled };
}

const accepted = ({ account }: Pick<SignedIn, 'account'>) => ({
  accountId: account.id,
  signInEpoch: account.signInEpoch,
  provenAt: NOW + MINUTE,
  now: NOW + MINUTE + 1,
});

const count = (results: readonly unknown[]): number => results.filter(Boolean).length;

export function factorStoreContract(make: MakeDatabase): void {
  describe('FactorStore', () => {
    const database = useDatabase(make);
    const several = async () => [database.stores, ...(await Promise.all([1, 2, 3, 4].map(() => database.open())))];

    it('gives back what was stored', async () => {
      const { factors } = database.stores;
      const { account, enrolled } = await givenEnrolled(database.stores);
      expect(await factors.find(account.id)).toEqual({
        accountId: account.id,
        sealedSecret: enrolled.sealedSecret,
        ...OWN_CODE_KIND,
        lastStep: STEP,
        triesInRow: 0,
        wrongInRow: 0,
        lastUsedAt: NOW,
        createdAt: NOW,
        setUpBehind: 'nothing',
      });
      expect([await factors.countRecoveryCodes(account.id), await factors.find('nobody')]).toEqual([10, undefined]);
    });

    it('decision 46: enrolling ends the other sessions and any sign-in under way, and keeps this one', async () => {
      const { stores } = database;
      const signedIn = await givenSignedIn(stores);
      const other = someSession(signedIn.account.id, { signInEpoch: signedIn.account.signInEpoch });
      await stores.sessions.start(other, undefined);
      const enrolled = enrolling(signedIn);
      await stores.factors.enrol(enrolled);
      expect(await stores.sessions.find(other.handleHash, NOW)).toBeUndefined();
      expect((await stores.sessions.find(enrolled.keep.newHandleHash, NOW))?.session.id).toBe(signedIn.session.id);
      const late = someSession(signedIn.account.id, { signInEpoch: signedIn.account.signInEpoch });
      expect(await stores.sessions.start(late, undefined)).toBeUndefined();
    });

    it('enrolling: of 10 at once over 5 connections one succeeds', async () => {
      const stores = await several();
      const signedIn = await givenSignedIn(database.stores);
      const done = await Promise.all(
        Array.from({ length: 10 }, (_, at) =>
          stores[at % 5]?.factors.enrol(enrolling(signedIn)).catch((error: unknown) => {
            if (error instanceof ConfirmationNeeded) return false;
            throw error;
          }),
        ),
      );
      expect(count(done)).toBe(1);
      expect(await database.stores.factors.countRecoveryCodes(signedIn.account.id)).toBe(10);
    });

    it('contract 25: every change needs a confirmed session, and otherwise changes nothing', async () => {
      const { factors } = database.stores;
      const before = await givenSignedIn(database.stores);
      const after = await givenEnrolled(database.stores);
      const unproven = { proof: { sessionId: after.session.id, authenticatedSince: NOW + 1 } };
      const late = { proof: { sessionId: before.session.id, authenticatedSince: NOW + 1 } };
      await expect(factors.enrol({ ...enrolling(before), ...late })).rejects.toThrow(ConfirmationNeeded);
      await expect(factors.remove({ ...ending(after), ...unproven })).rejects.toThrow(ConfirmationNeeded);
      const codes = { accountId: after.account.id, recoveryHashes: [], ...unproven, now: NOW };
      await expect(factors.replaceRecoveryCodes(codes)).rejects.toThrow(ConfirmationNeeded);
      expect(await factors.find(before.account.id)).toBeUndefined();
      expect(await factors.countRecoveryCodes(after.account.id)).toBe(10);
    });

    it('a step is used once ever: of 50 at once over 5 connections one succeeds, and none before it afterwards', async () => {
      const stores = await several();
      const given = await givenEnrolled(database.stores);
      for (let round = 1; round <= 10; round += 1) {
        const now = NOW + round * MINUTE;
        const input = { ...accepted(given), step: STEP + 2 * round, provenAt: now, now };
        const used = await Promise.all(Array.from({ length: 50 }, (_, at) => stores[at % 5]?.factors.useStep(input)));
        expect(count(used)).toBe(1);
        for (const step of [input.step, input.step - 1]) {
          expect(await database.stores.factors.useStep({ ...input, step, provenAt: now + 1 })).toBe(false);
        }
      }
    });

    it('a recovery code is used once: of 50 at once over 5 connections one succeeds', async () => {
      const stores = await several();
      const given = await givenEnrolled(database.stores);
      for (const [round, codeHash] of CODES.entries()) {
        const now = NOW + (round + 1) * MINUTE;
        const input = { ...accepted(given), codeHash, provenAt: now, now };
        const used = await Promise.all(
          Array.from({ length: 50 }, (_, at) => stores[at % 5]?.factors.useRecoveryCode(input)),
        );
        expect(count(used)).toBe(1);
        expect(await database.stores.factors.countRecoveryCodes(given.account.id)).toBe(9 - round);
      }
    });

    it('one first proof takes one code: of two recovery codes at once, and of a step after it, one', async () => {
      const [one, two] = await several();
      const given = await givenEnrolled(database.stores);
      const input = accepted(given);
      const used = await Promise.all([
        one?.factors.useRecoveryCode({ ...input, codeHash: CODES[0] as Buffer }),
        two?.factors.useRecoveryCode({ ...input, codeHash: CODES[1] as Buffer }),
      ]);
      expect(count(used)).toBe(1);
      expect(await database.stores.factors.useStep({ ...input, step: STEP + 9 })).toBe(false);
      expect(await database.stores.factors.countRecoveryCodes(given.account.id)).toBe(9);
    });

    it("a code is not used after the account's sign-ins were ended, or while it is disabled", async () => {
      const { factors, sessions, accounts } = database.stores;
      const [ended, disabled] = [await givenEnrolled(database.stores), await givenEnrolled(database.stores)];
      await sessions.endAll({ accountId: ended.account.id, now: NOW });
      await accounts.setDisabled(disabled.account.id, true, NOW);
      const epoch = (await accounts.find(disabled.account.id))?.signInEpoch ?? 0;
      for (const input of [accepted(ended), { ...accepted(disabled), signInEpoch: epoch }]) {
        expect(await factors.useStep({ ...input, step: STEP + 2 })).toBe(false);
        expect(await factors.useRecoveryCode({ ...input, codeHash: CODES[0] as Buffer })).toBe(false);
      }
    });

    it(`counts ${MAX_TRIES_IN_ROW} tries in a row and no more, also at once; a code that is used ends the count`, async () => {
      const stores = await several();
      const given = await givenEnrolled(database.stores);
      const { id } = given.account;
      const tried = await Promise.all(
        Array.from({ length: MAX_TRIES_IN_ROW + 20 }, (_, at) => stores[at % 5]?.factors.countTry(id)),
      );
      expect(count(tried)).toBe(MAX_TRIES_IN_ROW);
      const { factors } = database.stores;
      await factors.useRecoveryCode({ ...accepted(given), codeHash: CODES[0] as Buffer });
      expect((await factors.countTry(id))?.triesInRow).toBe(1);
      const next = { ...accepted(given), provenAt: NOW + 9 * MINUTE, now: NOW + 9 * MINUTE };
      await factors.useStep({ ...next, step: STEP + 5 });
      expect((await factors.find(id))?.triesInRow).toBe(0);
      expect(await factors.countTry('nobody')).toBeUndefined();
    });

    it('contract 24: where policy demands it, enrolling needs an address proven in this very session', async () => {
      const { factors, passkeys, emailProofs, sessions } = database.stores;
      const signedIn = await givenSignedIn(database.stores);
      const { account, session } = signedIn;
      const other = someSession(account.id, { authenticatedAt: NOW, signInEpoch: account.signInEpoch });
      await sessions.start(other, undefined);
      const proveIn = async (sessionId: string, now: number) => {
        const proof = someAddressProof(account, now);
        expect(await emailProofs.issue({ proof, mail: undefined })).toBe(true);
        const by = { tokenHash: proof.tokenHash };
        const input = { accountId: account.id, by, session: { sessionId, authenticatedSince: 0 }, now };
        expect(await emailProofs.proveAddress(input)).toBe('proven');
      };
      const proof = { ...enrolling(signedIn).proof, addressProvenSince: NOW - MINUTE };
      const passkey = { challengeHash: someHash(), challengeExpiresAt: NOW + MINUTE, passkey: somePasskey(account.id) };
      const refuse = async () => {
        await expect(factors.enrol({ ...enrolling(signedIn), proof })).rejects.toThrow(ConfirmationNeeded);
        await expect(passkeys.add({ ...passkey, proof, mail: undefined })).rejects.toThrow(ConfirmationNeeded);
        expect([await factors.find(account.id), await passkeys.listByAccount(account.id)]).toEqual([undefined, []]);
      };
      await refuse();
      await proveIn(other.id, NOW);
      await refuse();
      await proveIn(session.id, NOW - MINUTE - 1);
      await refuse();
      await proveIn(session.id, NOW - MINUTE);
      expect(await passkeys.add({ ...passkey, proof, mail: undefined })).toBe('added');
      expect(await factors.enrol({ ...enrolling(signedIn), proof })).toBe(true);
    });

    it('contract 24: nor is anything set up for an account that got another role in between, 10 times in 10', async () => {
      const { accounts, factors, passkeys } = database.stores;
      const other = await database.open();
      for (let round = 0; round < 10; round += 1) {
        const signedIn = await givenSignedIn(database.stores);
        const { id, role } = signedIn.account;
        const asRole = () => {
          const input = enrolling(signedIn);
          return { ...input, proof: { ...input.proof, role } };
        };
        const late = asRole();
        const [enrolled] = await Promise.all([
          other.factors.enrol(asRole()).catch((error: unknown) => error),
          accounts.setRole(id, 'operator', NOW),
        ]);
        const hasCodes = (await factors.find(id)) !== undefined;
        expect(enrolled === true || enrolled instanceof ConfirmationNeeded).toBe(true);
        expect(hasCodes).toBe(enrolled === true);
        const { proof } = late;
        const passkey = { passkey: somePasskey(id), challengeHash: someHash(), challengeExpiresAt: NOW + MINUTE };
        await expect(factors.enrol(late)).rejects.toThrow(ConfirmationNeeded);
        await expect(passkeys.add({ ...passkey, proof, mail: undefined })).rejects.toThrow(ConfirmationNeeded);
        expect(await passkeys.listByAccount(id)).toEqual([]);
      }
    });

    it('contract 24: nor for one that may edit an application by then, as its editor or owner, 10 times in 10', async () => {
      const { stores } = database;
      const other = await database.open();
      const owner = await givenSignedIn(stores, { role: 'owner' });
      const application = someApplication(owner.account.id);
      await stores.applications.insert(application, 500);
      const refused = async (input: ReturnType<typeof enrolling>, accountId: string) => {
        const { proof } = input;
        const passkey = {
          passkey: somePasskey(accountId),
          challengeHash: someHash(),
          challengeExpiresAt: NOW + MINUTE,
        };
        await expect(stores.factors.enrol(input)).rejects.toThrow(ConfirmationNeeded);
        await expect(stores.passkeys.add({ ...passkey, proof, mail: undefined })).rejects.toThrow(ConfirmationNeeded);
        expect(await stores.passkeys.listByAccount(accountId)).toEqual([]);
      };
      const editingNothing = (signedIn: SignedIn) => {
        const input = enrolling(signedIn);
        return { ...input, proof: { ...input.proof, editsNothing: true } };
      };
      await refused(editingNothing(owner), owner.account.id);
      const join = (accountId: string) =>
        givenMember(stores, { applicationId: application.id, accountId, role: 'viewer', now: NOW });
      for (let round = 0; round < 10; round += 1) {
        const viewer = await givenSignedIn(stores);
        const { id } = viewer.account;
        const late = editingNothing(viewer);
        await join(id);
        const [enrolled] = await Promise.all([
          other.factors.enrol(editingNothing(viewer)).catch((error: unknown) => error),
          stores.members.setRole(application.id, id, 'editor', { accountId: owner.account.id }),
        ]);
        expect(enrolled === true || enrolled instanceof ConfirmationNeeded).toBe(true);
        expect((await stores.factors.find(id)) !== undefined).toBe(enrolled === true);
        await refused(late, id);
      }
      const viewer = await givenSignedIn(stores);
      await join(viewer.account.id);
      expect(await stores.factors.enrol(editingNothing(viewer))).toBe(true);
    });

    it('contract 24: enrolling gives the session that stays the methods of its proof', async () => {
      const { factors, sessions } = database.stores;
      const signedIn = await givenSignedIn(database.stores);
      const amr = ['pwd', 'otp', 'mfa'];
      const enrolled = { ...enrolling(signedIn), amr };
      await factors.enrol(enrolled);
      expect((await sessions.find(enrolled.keep.newHandleHash, NOW))?.session.amr).toEqual(amr);
    });

    it('contract 24: of 40 changes at once over 5 connections, only those that happen queue a mail', async () => {
      const stores = await several();
      const at = (index: number) => (stores[index % 5] as Stores).factors;
      const mailsOf = async (accountId: string) => {
        const due = await database.stores.mails.claim({
          now: NOW + 2 * DAY,
          until: NOW + 3 * DAY,
          limit: 999,
          busy: [],
        });
        return due.filter((mail) => mail.accountId === accountId).map(({ kind }) => kind);
      };
      const many = <T>(act: (index: number) => Promise<T>) =>
        Promise.all(
          Array.from({ length: 40 }, (_, index) =>
            act(index).catch((error: unknown) => {
              if (error instanceof ConfirmationNeeded) return false;
              throw error;
            }),
          ),
        );
      const signedIn = await givenSignedIn(database.stores, { emailVerified: true });
      const accountId = signedIn.account.id;
      const mail = (kind: MailKind) => someMail({ accountId, kind, createdAt: NOW, expiresAt: NOW + 4 * DAY });
      await many((index) => at(index).enrol({ ...enrolling(signedIn), mail: mail('two-step-on') }));
      expect(await mailsOf(accountId)).toEqual(['two-step-on']);

      const used = { accountId, signInEpoch: signedIn.account.signInEpoch + 1, provenAt: NOW + 1, now: NOW + 2 };
      const codeHash = CODES[0] as Buffer;
      await many((index) => at(index).useRecoveryCode({ ...used, codeHash, mail: mail('recovery-code-used') }));
      expect(await mailsOf(accountId)).toEqual(['recovery-code-used']);

      const told = await many((index) => at(index).noteWrongCode({ accountId, mail: mail('wrong-codes') }));
      expect([count(told), await mailsOf(accountId)]).toEqual([1, ['wrong-codes']]);

      await many((index) => at(index).removeByOperator({ accountId, mail: mail('factors-removed'), now: NOW }));
      expect(await mailsOf(accountId)).toEqual(['factors-removed']);
    });

    it('contract 24: the fifth wrong code in a row is told, and a right one starts the count anew', async () => {
      const { factors } = database.stores;
      const given = await givenEnrolled(database.stores);
      const { id: accountId } = given.account;
      const wrong = async (times: number) => {
        const told = [];
        for (let left = times; left > 0; left -= 1)
          told.push(await factors.noteWrongCode({ accountId, mail: undefined }));
        return told;
      };
      expect(await wrong(4)).toEqual([false, false, false, false]);
      expect(await factors.useStep({ ...accepted(given), step: STEP + 5 })).toBe(true);
      expect(await wrong(6)).toEqual([false, false, false, false, true, false]);
      const next = { ...accepted(given), provenAt: NOW + 9 * MINUTE, now: NOW + 9 * MINUTE };
      expect(await factors.useRecoveryCode({ ...next, codeHash: CODES[0] as Buffer })).toBe(true);
      expect(await wrong(5)).toEqual([false, false, false, false, true]);
      expect(await factors.noteWrongCode({ accountId: 'nobody', mail: undefined })).toBe(false);
    });

    it('new recovery codes end the old ones', async () => {
      const { factors } = database.stores;
      const given = await givenEnrolled(database.stores);
      const fresh = [someHash(), someHash()];
      const { accountId, proof } = ending(given);
      expect(await factors.replaceRecoveryCodes({ accountId, proof, recoveryHashes: fresh, now: NOW })).toBe(true);
      expect(await factors.countRecoveryCodes(accountId)).toBe(2);
      expect(await factors.useRecoveryCode({ ...accepted(given), codeHash: CODES[0] as Buffer })).toBe(false);
      expect(await factors.useRecoveryCode({ ...accepted(given), codeHash: fresh[0] as Buffer })).toBe(true);
    });

    it('removing takes everything and ends the other sessions; there is nothing left to remove', async () => {
      const { factors, accounts } = database.stores;
      const given = await givenEnrolled(database.stores);
      const { id } = given.account;
      expect(await factors.remove(ending(given))).toBe(true);
      expect([await factors.find(id), await factors.countRecoveryCodes(id)]).toEqual([undefined, 0]);
      expect((await accounts.find(id))?.signInEpoch).toBe(given.account.signInEpoch + 1);
      expect(await factors.removeByOperator({ accountId: id, now: NOW })).toBe(false);
      const other = await givenEnrolled(database.stores);
      expect(await factors.removeByOperator({ accountId: other.account.id, now: NOW })).toBe(true);
      expect(await database.stores.sessions.find(other.session.handleHash, NOW)).toBeUndefined();
    });

    it('contract 24: an operator removes passkeys too, except from an account that has no password', async () => {
      const { factors, passkeys, accounts, sessions } = database.stores;
      const withPasskey = async (values: Partial<Account>) => {
        const account = someAccount(values);
        const session = someSession(account.id, { signInEpoch: account.signInEpoch });
        await accounts.insert(account);
        await sessions.start(session, undefined);
        const added = await passkeys.add({
          ...{ challengeHash: someHash(), challengeExpiresAt: NOW + MINUTE, passkey: somePasskey(account.id) },
          ...{ proof: { sessionId: session.id, authenticatedSince: SINCE }, mail: undefined },
        });
        expect(added).toBe('added');
        return { account, session };
      };
      const { account, session } = await withPasskey({});
      expect(await factors.removeByOperator({ accountId: account.id, now: NOW })).toBe(true);
      expect(await passkeys.listByAccount(account.id)).toEqual([]);
      expect(await sessions.find(session.handleHash, NOW)).toBeUndefined();
      const alone = await withPasskey({ passwordHash: undefined });
      expect(await factors.removeByOperator({ accountId: alone.account.id, now: NOW })).toBe(false);
      expect(await passkeys.listByAccount(alone.account.id)).toHaveLength(1);
      expect((await sessions.find(alone.session.handleHash, NOW))?.session.id).toBe(alone.session.id);
    });

    it('contract 22: after a reset, one of 20 removals at once over 5 connections removes what is named', async () => {
      const stores = await several();
      for (let round = 0; round < 3; round += 1) {
        const given = await givenEnrolled(database.stores);
        const { id: accountId, signInEpoch } = given.account;
        const added = [somePasskey(accountId), somePasskey(accountId)];
        for (const passkey of added) {
          const challenge = { challengeHash: someHash(), challengeExpiresAt: NOW + MINUTE };
          const { proof } = ending(given);
          await database.stores.passkeys.add({ ...challenge, passkey, proof, mail: undefined });
        }
        const passkeyIds = [added[0]?.id ?? ''];
        const removal = { accountId, signInEpoch, removesCodes: round > 0, passkeyIds, mails: [], now: NOW };
        const done = await Promise.all(
          Array.from({ length: 20 }, (_, at) => stores[at % 5]?.factors.removeAfterReset(removal)),
        );
        expect(count(done)).toBe(1);
        expect(done.find(Boolean)).toMatchObject({ id: accountId, signInEpoch: signInEpoch + 1 });
        expect((await database.stores.passkeys.listByAccount(accountId)).map(({ id }) => id)).toEqual([added[1]?.id]);
        expect((await database.stores.factors.find(accountId)) === undefined).toBe(round > 0);
        expect(await database.stores.sessions.find(given.session.handleHash, NOW)).toBeUndefined();
      }
    });

    it('contract 22: nor does it after a sign-in was ended, or of another account’s passkeys', async () => {
      const { factors, passkeys, sessions, accounts } = database.stores;
      const [given, other] = [await givenEnrolled(database.stores), await givenEnrolled(database.stores)];
      const foreign = somePasskey(other.account.id, { knownSince: NOW, setUpBehind: 'factor' });
      const challenge = { challengeHash: someHash(), challengeExpiresAt: NOW + MINUTE };
      await passkeys.add({ ...challenge, passkey: foreign, proof: ending(other).proof, mail: undefined });
      const { id: accountId, signInEpoch } = given.account;
      const removal = { accountId, signInEpoch, removesCodes: true, passkeyIds: [foreign.id], mails: [], now: NOW };
      await sessions.endAll({ accountId, now: NOW });
      expect(await factors.removeAfterReset(removal)).toBeUndefined();
      const late = { ...removal, signInEpoch: signInEpoch + 1 };
      await accounts.setDisabled(accountId, true, NOW);
      expect(await factors.removeAfterReset(late)).toBeUndefined();
      expect([await factors.countRecoveryCodes(accountId), await passkeys.listByAccount(other.account.id)]).toEqual([
        10,
        [foreign],
      ]);
      await accounts.setDisabled(accountId, false, NOW);
      const epoch = (await accounts.find(accountId))?.signInEpoch ?? 0;
      expect(await factors.removeAfterReset({ ...removal, signInEpoch: epoch })).toBeDefined();
      expect(await passkeys.listByAccount(other.account.id)).toEqual([foreign]);
    });

    it('secrets are listed in batches, and encrypted anew only from what stood there', async () => {
      const { factors } = database.stores;
      const given = await givenEnrolled(database.stores);
      await givenEnrolled(database.stores);
      const all = await factors.listSecrets({ afterId: '', limit: 1000 });
      const [first] = await factors.listSecrets({ afterId: '', limit: 1 });
      const rest = await factors.listSecrets({ afterId: first?.accountId ?? '', limit: 1000 });
      expect([first, ...rest]).toEqual(all);
      const { id } = given.account;
      const [from, to] = [given.enrolled.sealedSecret, someHash()];
      expect(await factors.reseal(id, someHash(), to)).toBe(false);
      expect(await factors.reseal(id, from, to)).toBe(true);
      expect((await factors.find(id))?.sealedSecret).toEqual(to);
    });

    it('disappear with their account', async () => {
      const { factors, accounts } = database.stores;
      const { account } = await givenEnrolled(database.stores);
      await accounts.remove(account.id, NOW);
      expect([await factors.find(account.id), await factors.countRecoveryCodes(account.id)]).toEqual([undefined, 0]);
    });

    it('a password link ends the count of tries', async () => {
      const { factors, links } = database.stores;
      const { account } = await givenEnrolled(database.stores);
      await factors.countTry(account.id);
      const tokenHash = someHash();
      const link = { purpose: 'password' as const, accountId: account.id, createdAt: NOW, expiresAt: NOW + MINUTE };
      await links.issue({ id: account.id, tokenHash, ...link });
      await links.redeemForPassword({ tokenHash, passwordHash: 'hash', now: NOW });
      expect((await factors.find(account.id))?.triesInRow).toBe(0);
    });
  });
}
