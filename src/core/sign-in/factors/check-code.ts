// The only place that checks a one-time code or a recovery code (contract 24). A try is counted before its code is
// checked: ten in fifteen minutes for an account, a hundred in a row, and ten wrong recovery codes a day. A correct
// code does not clear the first count. Only a whole sign-in does, so that a known password buys no further tries. A
// device that has signed in to the account before has its own ten and is bound by neither, so that whoever knows the
// password keeps nobody out.
import type { Account } from '../../ground/accounts/account.ts';
import { countedTry, type Limited } from '../../ground/limits/counted-try.ts';
import { foldTypedCode } from '../../ground/typed-code.ts';
import { type ActedFrom, actOf, writeMail, writeNotice } from '../../server/mail/write-mail.ts';
import type { Visitor } from '../passwords/verify-password.ts';
import type { Ports } from '../ports.ts';
import { hashRecoveryCode, readRecoveryCode } from './recovery-code.ts';
import { openSecret } from './sealed-secret.ts';

export type CheckedCode =
  | { kind: 'right'; by: 'one-time-code' | 'recovery-code' }
  /** `resting`: there were too many wrong codes in a row, and only a recovery code is accepted. */
  | { kind: 'wrong' | 'resting' }
  | Limited;

export type CheckCodeDeps = Pick<
  Ports,
  'factors' | 'oneTimeCodes' | 'signInLimits' | 'secrets' | 'clock' | 'rules' | 'publish'
>;

const WINDOW_MS = 15 * 60 * 1000;
const TRIES_PER_WINDOW = 10;
const DAY_MS = 24 * 60 * 60 * 1000;
const WRONG_RECOVERY_CODES = 10;

type Input = {
  /** As it was read with the first proof. */
  account: Account;
  /** As it was typed. */
  code: string;
  /** When the person gave the first proof. */
  provenAt: number;
  /** The person gave the password first, or set it by a link: the fifth wrong code in a row is mailed then. */
  afterPassword: boolean;
  /** Where the code was typed: what tries are counted by, and for a mail about it. */
  from: CodeFrom;
};

/** The browser on which a code is typed. */
export type CodeFrom = ActedFrom & Pick<Visitor, 'deviceId' | 'knowsAccount'>;

/** @throws Unavailable when the store cannot answer; the try is then not counted */
export async function checkCode(deps: CheckCodeDeps, input: Input): Promise<CheckedCode> {
  const { account, provenAt } = input;
  const oneTimeCode = foldTypedCode(input.code);
  const recoveryCode = readRecoveryCode(input.code);
  const limits = { buckets: [{ key: bucketOf(deps, input), limit: TRIES_PER_WINDOW }], windowMs: WINDOW_MS };
  const checked = await countedTry(deps, limits, async (uncount): Promise<CheckedCode> => {
    const accepted = { accountId: account.id, signInEpoch: account.signInEpoch, provenAt, now: deps.clock.now() };
    if (recoveryCode !== undefined) return checkRecoveryCode(deps, input, recoveryCode, accepted);
    const codes = isKnown(input) ? await deps.factors.find(account.id) : await deps.factors.countTry(account.id);
    if (!codes) {
      await uncount();
      return { kind: 'resting' };
    }
    const secret = openSecret(deps, codes);
    const step = secret && deps.oneTimeCodes.findStep(secret, oneTimeCode, accepted.now, codes);
    const used = step !== undefined && (await deps.factors.useStep({ ...accepted, step }));
    return used ? { kind: 'right', by: 'one-time-code' } : { kind: 'wrong' };
  });
  if (checked.kind === 'wrong' && input.afterPassword) await noteWrongCode(deps, input);
  return checked;
}

/** Wrong ones are counted for a day beside the others, and nothing clears them: a code has 50 bits (decision 78). */
function checkRecoveryCode(
  deps: CheckCodeDeps,
  input: Input,
  code: string,
  accepted: Omit<Parameters<CheckCodeDeps['factors']['useRecoveryCode']>[0], 'codeHash' | 'mail'>,
): Promise<CheckedCode> {
  const buckets = [{ key: bucketOf(deps, input, 'recovery-code'), limit: WRONG_RECOVERY_CODES }];
  return countedTry(deps, { buckets, windowMs: DAY_MS }, async (uncount): Promise<CheckedCode> => {
    const mail = writeNotice(deps, { kind: 'recovery-code-used', accountId: input.account.id, from: input.from });
    const used = await deps.factors.useRecoveryCode({ ...accepted, codeHash: await hashRecoveryCode(code), mail });
    if (!used) return { kind: 'wrong' };
    deps.publish({ kind: 'mail-queued' });
    await uncount();
    return { kind: 'right', by: 'recovery-code' };
  });
}

/** In the language of the account: whoever types wrong codes may be somebody else. */
async function noteWrongCode(deps: CheckCodeDeps, { account, from }: Input): Promise<void> {
  const to = { accountId: account.id };
  const mail = writeMail(deps, { kind: 'wrong-codes', to, facts: actOf(deps, from) });
  if (await deps.factors.noteWrongCode({ accountId: account.id, mail })) deps.publish({ kind: 'mail-queued' });
}

/** A whole sign-in or confirmation is done there. */
export const clearTries = (deps: Pick<Ports, 'signInLimits' | 'secrets'>, typed: Typed): Promise<void> =>
  deps.signInLimits.clear(bucketOf(deps, typed));

type Typed = { account: Pick<Account, 'id' | 'deviceEpoch'>; from: Pick<CodeFrom, 'deviceId' | 'knowsAccount'> };

const isKnown = ({ account, from }: Typed): boolean => from.deviceId !== undefined && from.knowsAccount(account);

const bucketOf = (
  { secrets }: Pick<Ports, 'secrets'>,
  typed: Typed,
  of: 'second-factor' | 'recovery-code' = 'second-factor',
): Buffer => {
  const { account, from } = typed;
  return isKnown(typed)
    ? secrets.mac('limit', of, account.id, from.deviceId ?? '')
    : secrets.mac('limit', of, account.id);
};
