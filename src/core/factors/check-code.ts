// The only place that checks a one-time code or a recovery code (contract 24). A try is counted before its code is
// checked: ten in fifteen minutes for an account, and a hundred in a row. A correct code does not clear the first
// count. Only a whole sign-in does, so that a known password buys no further tries.
import type { Account } from '../accounts/account.ts';
import { countedTry, type Limited } from '../limits/counted-try.ts';
import type { Ports } from '../ports.ts';
import { hashRecoveryCode, readRecoveryCode } from './recovery-code.ts';
import { openSecret } from './sealed-secret.ts';

export type CheckedCode =
  | { kind: 'right'; by: 'one-time-code' | 'recovery-code' }
  /** `resting`: there were too many wrong codes in a row, and only a recovery code is accepted. */
  | { kind: 'wrong' | 'resting' }
  | Limited;

export type CheckCodeDeps = Pick<Ports, 'factors' | 'oneTimeCodes' | 'signInLimits' | 'secrets' | 'clock'>;

const WINDOW_MS = 15 * 60 * 1000;
const TRIES_PER_WINDOW = 10;

type Input = {
  /** As it was read with the first proof. */
  account: Account;
  /** As it was typed. */
  code: string;
  /** When the person gave the first proof. */
  provenAt: number;
};

/** @throws Unavailable when the store cannot answer; the try is then not counted */
export async function checkCode(deps: CheckCodeDeps, input: Input): Promise<CheckedCode> {
  const { account, provenAt } = input;
  const oneTimeCode = input.code.replace(/[\s-]/g, '');
  const recoveryCode = readRecoveryCode(input.code);
  const limits = { buckets: [{ key: bucketOf(deps, account.id), limit: TRIES_PER_WINDOW }], windowMs: WINDOW_MS };
  return countedTry(deps, limits, async (uncount): Promise<CheckedCode> => {
    const accepted = { accountId: account.id, signInEpoch: account.signInEpoch, provenAt, now: deps.clock.now() };
    if (recoveryCode !== undefined) {
      const used = await deps.factors.useRecoveryCode({ ...accepted, codeHash: hashRecoveryCode(recoveryCode) });
      return used ? { kind: 'right', by: 'recovery-code' } : { kind: 'wrong' };
    }
    const codes = await deps.factors.countTry(account.id);
    if (!codes) {
      await uncount();
      return { kind: 'resting' };
    }
    const secret = openSecret(deps, codes);
    const step = secret && deps.oneTimeCodes.findStep(secret, oneTimeCode, accepted.now);
    const used = step !== undefined && (await deps.factors.useStep({ ...accepted, step }));
    return used ? { kind: 'right', by: 'one-time-code' } : { kind: 'wrong' };
  });
}

/** A whole sign-in or confirmation is done. */
export const clearTries = (deps: Pick<Ports, 'signInLimits' | 'secrets'>, accountId: string): Promise<void> =>
  deps.signInLimits.clear(bucketOf(deps, accountId));

const bucketOf = ({ secrets }: Pick<Ports, 'secrets'>, accountId: string): Buffer =>
  secrets.mac('limit', 'second-factor', accountId);
