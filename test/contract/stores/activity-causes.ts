// The contract of the triggers that tell people what happened to how they sign in, for every database (contract 27).
import { describe, expect, it } from 'vitest';
import { newId } from '../../helpers/new-id.ts';
import { DAY, HOUR, keeping, MINUTE, NOW, RP_ID, someAccount, someHash, somePasskey, someSession } from './given.ts';
import { someMail } from './mail-store.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

const someChallenge = () => ({ challengeHash: someHash(), challengeExpiresAt: NOW + 5 * MINUTE });

export function activityCausesContract(make: MakeDatabase): void {
  describe('contract 27: what changes how somebody signs in', () => {
    const database = useDatabase(make);

    /** An account of an hour ago, signed in. `told`: what was told since the last call, in the order of the kinds. */
    async function given() {
      const { accounts, sessions, activities } = database.stores;
      const account = someAccount({ createdAt: NOW - HOUR });
      await accounts.insert(account);
      const session = someSession(account.id, { signInEpoch: account.signInEpoch });
      await sessions.start(session, undefined);
      const seen = new Set<string>();
      const told = async () => {
        const all = await activities.listByAccount({ accountId: account.id, limit: 100 });
        const fresh = all.filter(({ id }) => !seen.has(id));
        for (const { id } of fresh) seen.add(id);
        return fresh
          .map(({ kind, data }) => (data.name === undefined ? kind : `${kind} ${data.name}`))
          .filter((kind) => kind !== 'sign-ins-ended')
          .sort();
      };
      expect(await told()).toEqual(['signed-in']);
      const proof = { sessionId: session.id, authenticatedSince: NOW - HOUR };
      return { account, accountId: account.id, session, proof, told };
    }

    it('one-time codes: on, each new set of recovery codes once, a recovery code used, off', async () => {
      const { factors, accounts } = database.stores;
      const { account, accountId, session, proof, told } = await given();
      const codes = [someHash(), someHash(), someHash()];
      const { keep } = keeping(session);
      const enrolled = { sealedSecret: someHash(), step: 1, recoveryHashes: codes };
      await factors.enrol({ accountId, fromEpoch: account.signInEpoch, keep, proof, now: NOW, ...enrolled });
      expect(await told()).toEqual(['two-step-on']);
      for (const at of [1, 2]) {
        const recoveryHashes = [someHash(), someHash(), someHash()];
        await factors.replaceRecoveryCodes({ accountId, proof, recoveryHashes, now: NOW + at * MINUTE });
        expect(await told()).toEqual(['recovery-codes-made']);
        const signInEpoch = (await accounts.find(accountId))?.signInEpoch ?? 0;
        const times = { provenAt: NOW + at * MINUTE, now: NOW + at * MINUTE + 1 };
        const [codeHash = someHash()] = recoveryHashes;
        expect(await factors.useRecoveryCode({ accountId, signInEpoch, ...times, codeHash })).toBe(true);
        expect(await told()).toEqual(['recovery-code-used']);
      }
      await factors.removeByOperator({ accountId, now: NOW + HOUR });
      expect(await told()).toEqual(['signed-out', 'two-step-off']);
    });

    it('a passkey is added and removed, by its name', async () => {
      const { passkeys } = database.stores;
      const { accountId, session, proof, told } = await given();
      const passkey = somePasskey(accountId, { name: 'Phone' });
      expect(await passkeys.add({ ...someChallenge(), passkey, proof, mail: undefined })).toBe('added');
      expect(await told()).toEqual(['passkey-added Phone']);
      const removed = { accountId, id: passkey.id, rpId: RP_ID, ...keeping(session), proof, mail: undefined, now: NOW };
      expect(await passkeys.remove(removed)).toBe('removed');
      expect(await told()).toEqual(['passkey-removed Phone']);
    });

    it('another address and another username', async () => {
      const { accounts, usernames, sealedValues } = database.stores;
      const { accountId, proof, told } = await given();
      const moved = { email: 'moved@example.com', emailKey: 'moved@example.com', formerKey: undefined };
      expect(await accounts.changeEmail(accountId, moved, NOW + 1, proof)).toBe('changed');
      expect(await told()).toEqual(['email-changed']);
      const sealedKey = Buffer.from('key');
      await sealedValues.insert({ name: 'username-key', sealed: sealedKey, createdAt: NOW });
      const named = { name: 'mina', nameKey: someHash(), sealedKey, onlyOwn: false, by: 'operator', now: NOW } as const;
      expect(await usernames.take({ accountId, ...named })).toMatchObject({ kind: 'taken' });
      expect(await told()).toEqual(['username-changed']);
    });

    it('a device is trusted, and a new one told of', async () => {
      const { sessions } = database.stores;
      const { accountId, account, told } = await given();
      const { signInEpoch } = account;
      const device = {
        ...{ id: newId(), accountId, tokenHash: someHash(), userAgent: 'Mozilla', network: '192.0.2.0/24' },
        ...{ createdAt: NOW, expiresAt: NOW + DAY, signInEpoch },
      };
      const mail = someMail({ accountId, kind: 'new-device', createdAt: NOW, expiresAt: NOW + DAY });
      const news = { mail, macs: [someHash()], notifiedUntil: NOW + DAY };
      await sessions.start(someSession(accountId, { signInEpoch }), undefined, undefined, news, { makes: device });
      expect(await told()).toEqual(['device-trusted', 'new-device', 'signed-in']);
    });
  });
}
