// The only place that checks a password, for sign-in and for "current password" alike, so that both share one count of
// wrong tries (contract 10; cases K12, K14-K17). A try is reserved before the password is checked, whether the account
// exists or not. Unknown, disabled and password-less accounts cost the same work and get the same answer. What is left
// is that a row is read: some 20 µs, of the 5 ms and more that a check takes.

import type { Account } from '../../ground/accounts/account.ts';
import { readEmailAddress } from '../../ground/accounts/email.ts';
import type { ClientAddress } from '../../ground/limits/client-address.ts';
import { countedTry, type Limited } from '../../ground/limits/counted-try.ts';
import type { LimitBucket } from '../../ground/limits/sign-in-limit-store.ts';
import { Unavailable } from '../../ground/unavailable.ts';
import { findByAddress } from '../accounts/find-by-address.ts';
import type { Ports } from '../ports.ts';
import { pickDecoy } from './decoy.ts';
import { toHashedForm } from './password-rules.ts';
import { findSignerKey } from './signer-keys.ts';

/** Who types a password: what tries are counted by, besides the account. */
export type Visitor = ClientAddress & {
  /** Id of the browser (the device cookie); undefined when it has none. */
  deviceId: string | undefined;
  /** Whether this browser has proven before that it belongs to the account, which has not forgotten it since. */
  knowsAccount(account: Pick<Account, 'id' | 'deviceEpoch'>): boolean;
};

export type VerifiedPassword =
  | { kind: 'verified'; account: Account }
  /** `accountId`: the account, for the log only; undefined: no account has the address. */
  | { kind: 'wrong'; accountId: string | undefined }
  /** The answer is the same for right and wrong passwords. */
  | Limited;

export type VerifyPasswordDeps = Pick<
  Ports,
  'accounts' | 'passwordKinds' | 'sealedValues' | 'signInLimits' | 'passwords' | 'secrets' | 'clock' | 'rules'
>;
type Deps = VerifyPasswordDeps;

/** Contract 10. */
const WINDOW_MS = 15 * 60 * 1000;

/** @throws Unavailable when the store or the hasher cannot answer; the try is then not counted */
export async function verifyPassword(
  deps: Deps,
  input: { email: string; password: string; visitor: Visitor },
): Promise<VerifiedPassword> {
  const { visitor } = input;
  const address = readEmailAddress(input.email);
  const emailKey = address?.emailKey ?? input.email.trim().toLowerCase();
  const [account, decoy] = await Promise.all([address && findByAddress(deps, address), pickDecoy(deps, emailKey)]);
  const buckets = bucketsOf(deps, emailKey, account, visitor);
  const password = toHashedForm(input.password);
  return countedTry(deps, { buckets, windowMs: WINDOW_MS }, async (uncount): Promise<VerifiedPassword> => {
    const passwordHash = account?.disabledAt === undefined ? account?.passwordHash : undefined;
    const hash = passwordHash ?? decoy;
    const signerKey = await findSignerKey(deps, hash);
    const isOf = (text: string) => deps.passwords.verify(text, hash, { from: visitor, signerKey });
    const isCorrect = await isOf(password);
    // Another system may have hashed it as it was typed. A decoy is asked as often, so that the time says nothing.
    const isAsTyped = !isCorrect && input.password !== password && (await isOf(input.password));
    if (!account || !(isCorrect || isAsTyped) || passwordHash === undefined)
      return { kind: 'wrong', accountId: account?.id };
    await uncount();
    const mustRehash = isAsTyped || deps.passwords.isOutdated(passwordHash);
    return { kind: 'verified', account: mustRehash ? await rehash(deps, account, password, visitor) : account };
  });
}

/**
 * A device that has signed in to the account before has tries of its own and no others. So guesses by others, at the
 * account or from its network, do not lock its owner out (case K17), and its own tries do not count for the others.
 */
function bucketsOf(deps: Deps, emailKey: string, account: Account | undefined, visitor: Visitor): LimitBucket[] {
  const { secrets, rules } = deps;
  const perAccount = rules.passwordTriesPerAccount;
  if (account && visitor.deviceId !== undefined && visitor.knowsAccount(account)) {
    return [{ key: secrets.mac('limit', 'device', visitor.deviceId, account.id), limit: perAccount }];
  }
  return [
    { key: secrets.mac('limit', 'account', emailKey), limit: perAccount },
    { key: secrets.mac('limit', 'network', visitor.network), limit: rules.passwordTriesPerNetwork },
  ];
}

/**
 * Replaces a hash of lower cost, or of another spelling, while the password is at hand (case P2). When the hasher is
 * busy, the next sign-in does it.
 */
async function rehash(deps: Deps, account: Account, password: string, from: ClientAddress): Promise<Account> {
  const fromHash = account.passwordHash;
  if (fromHash === undefined) return account;
  try {
    const toHash = await deps.passwords.hash(password, from);
    await deps.accounts.rehashPassword(account.id, fromHash, toHash);
    return { ...account, passwordHash: toHash };
  } catch (error) {
    if (error instanceof Unavailable) return account;
    throw error;
  }
}
