// Second factors and passkeys that many calls in two processes want at once, for every database: each is used, added or
// removed once (contract 23, 24).
import { describe, expect, it } from 'vitest';
import { roundsOf } from '../../helpers/rounds.ts';
import { DAY, keeping, MINUTE, NOW, RP_ID, someAccount, someHash, somePasskey, someSession } from './given.ts';
import type { RaceJob } from './race-processes.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

const CALLS = 25;
const ROUNDS = roundsOf(50);

export function factorProcessesContract(make: MakeDatabase): void {
  describe('Second factors in 2 processes with 25 calls each', () => everyCase(make));
}

function everyCase(make: MakeDatabase): void {
  const database = useDatabase(make);

  async function givenSignedIn(passwordHash: string | undefined = '$old') {
    const account = someAccount({ passwordHash });
    const session = someSession(account.id);
    await database.stores.accounts.insert(account);
    await database.stores.sessions.start(session, undefined);
    return { account, session, proof: { sessionId: session.id, authenticatedSince: NOW - MINUTE } };
  }
  const challenge = () => ({ challengeHash: someHash(), challengeExpiresAt: NOW + DAY });
  const adding = ({ account, proof }: Awaited<ReturnType<typeof givenSignedIn>>) => ({
    ...challenge(),
    ...{ passkey: somePasskey(account.id), proof, mail: undefined },
  });
  async function givenPasskey(passwordHash?: string | undefined) {
    const signedIn = await givenSignedIn(passwordHash);
    const added = adding(signedIn);
    expect(await database.stores.passkeys.add(added)).toBe('added');
    return { ...signedIn, passkey: added.passkey };
  }
  /** How many calls of both processes together were successful. */
  async function race() {
    const processes = await database.takeProcesses(2);
    return async (method: RaceJob['method'], input: (index: number) => object): Promise<number> => {
      const inputs = () => Array.from({ length: CALLS }, (_, index) => input(index));
      const winners = await Promise.all(processes.map((child) => child.run({ method, inputs: inputs() })));
      return winners.reduce((sum, count) => sum + count);
    };
  }

  it('contract 24: one sets up codes; a step, a recovery code and a first proof are each used once', async () => {
    const winnersOf = await race();
    for (let round = 1; round <= ROUNDS; round += 1) {
      const { account, session, proof } = await givenSignedIn();
      const { id: accountId } = account;
      const codes = Array.from({ length: 10 }, () => someHash());
      const enrolling = () => ({
        ...{ accountId, ...keeping(session), proof, now: NOW, mail: undefined },
        ...{ sealedSecret: someHash(), step: 1, recoveryHashes: codes },
      });
      expect(await winnersOf('enrol', enrolling), 'enrolments').toBe(1);
      const at = (minutes: number) => ({ provenAt: NOW + minutes * MINUTE, now: NOW + minutes * MINUTE + 1 });
      const accepted = { accountId, signInEpoch: account.signInEpoch + 1 };
      expect(await winnersOf('use-step', () => ({ ...accepted, ...at(1), step: 7 })), 'uses of a step').toBe(1);
      const [code] = codes;
      const oneCode = () => ({ ...accepted, ...at(2), codeHash: code, mail: undefined });
      expect(await winnersOf('use-recovery-code', oneCode), 'uses of a recovery code').toBe(1);
      const nextCode = (index: number) => ({
        ...accepted,
        ...at(3),
        codeHash: codes[1 + (index % 9)],
        mail: undefined,
      });
      expect(await winnersOf('use-recovery-code', nextCode), 'codes of one first proof').toBe(1);
      expect(await database.stores.factors.countRecoveryCodes(accountId)).toBe(8);
    }
  });

  it('contract 23: a credential is added once, a challenge answered once, and the last way to sign in stays', async () => {
    const winnersOf = await race();
    for (let round = 0; round < ROUNDS; round += 1) {
      const people = await Promise.all(Array.from({ length: 5 }, () => givenSignedIn()));
      const credentialId = someHash();
      const sameCredential = (index: number) => {
        const added = adding(people[index % 5] as (typeof people)[0]);
        return { ...added, passkey: { ...added.passkey, credentialId } };
      };
      expect(await winnersOf('add-passkey', sameCredential), 'accounts with one credential').toBe(1);

      const { account, passkey } = await givenPasskey();
      const answered = challenge();
      const mails = { mailIfSynced: undefined, mailIfFallen: undefined };
      const said = { signCount: 0, backupEligible: true, backedUp: true };
      const use = { passkeyId: passkey.id, ...said, ...mails, provenAt: undefined };
      const signingIn = () => ({ session: someSession(account.id), passkey: { ...answered, ...use } });
      expect(await winnersOf('sign-in-by-passkey', signingIn), 'sign-ins with one challenge').toBe(1);

      const alone = await givenPasskey(undefined);
      const second = adding(alone);
      await database.stores.passkeys.add(second);
      const removing = (index: number) => ({
        ...{ accountId: alone.account.id, id: [alone.passkey, second.passkey][index % 2]?.id, rpId: RP_ID },
        ...{ ...keeping(alone.session), proof: alone.proof, mail: undefined, now: NOW },
      });
      expect(await winnersOf('remove-passkey', removing), 'removals of two ways to sign in').toBe(1);
      expect(await database.stores.passkeys.listByAccount(alone.account.id)).toHaveLength(1);
    }
  });
}
