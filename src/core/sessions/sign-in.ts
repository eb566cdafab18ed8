// Signing in as one use case: a proof goes in, one outcome comes out. It is the only caller of `startSession`. Any
// further step between a proof and a session belongs here, so that every way of signing in takes it: an account with a
// second factor is asked for its code (contract 24).
import type { Account } from '../accounts/account.ts';
import { type CheckCodeDeps, checkCode, clearTries } from '../factors/check-code.ts';
import type { HalfSignedIn } from '../factors/half-signed-in.ts';
import type { Limited } from '../limits/counted-try.ts';
import { type VerifyPasswordDeps, type Visitor, verifyPassword } from '../passwords/verify-password.ts';
import type { Ports } from '../ports.ts';
import type { SignedIn } from './session.ts';
import { type StartedSession, startSession } from './start-session.ts';

export type Proof =
  | { by: 'password'; email: string; password: string; visitor: Visitor }
  /** Proven by what the person did just now; the account is as it was read with that. */
  | { by: 'setup-link' | 'sign-up' | 'password-link'; account: Account }
  /** `code`: as typed beside the password; undefined: the page did not ask. */
  | { by: 'confirmation'; account: Account; code?: string | undefined }
  /** The second step, after the first one had the outcome `second-factor`. */
  | { by: 'code'; half: HalfSignedIn; code: string };

export type SignInOutcome =
  | ({ kind: 'signed-in' } & StartedSession)
  /** The first proof is right, and the account has a second factor. Nobody is signed in. */
  | { kind: 'second-factor'; account: Account }
  /** `resting`: there were too many wrong codes in a row, and only a recovery code is accepted. */
  | { kind: 'wrong-code'; account: Account; resting: boolean }
  /**
   * The password is wrong, or the proof is no longer valid: the account was disabled or its sign-ins were ended since.
   * `accountId`: the account, for the log only; undefined: there is none.
   */
  | { kind: 'wrong'; accountId: string | undefined }
  /** The answer is the same for right and wrong passwords, and for right and wrong codes. */
  | Limited;

/** Authentication methods (RFC 8176). Signing up and resetting include typing the password. */
const METHODS = ['pwd'];
const METHODS_WITH_CODE = [...METHODS, 'otp', 'mfa'];

type Deps = VerifyPasswordDeps & CheckCodeDeps & Pick<Ports, 'sessions'>;
type Input = { proof: Proof; persistent: boolean; userAgent: string; network: string; held: readonly SignedIn[] };

/**
 * @param input.held who is signed in on the device already, in its order; when there is no room, the last one ends
 * @throws Unavailable when the store or the hasher cannot answer; a try is then not counted
 */
export async function signIn(deps: Deps & Pick<Ports, 'publish'>, input: Input): Promise<SignInOutcome> {
  const outcome = await prove(deps, input);
  const { by } = input.proof;
  deps.publish({ kind: 'sign-in-attempted', by, accountId: accountIn(outcome), result: resultOf(outcome) });
  return outcome;
}

/** The account whose proof it was, also when it was wrong; undefined when unknown. */
export function accountIn(outcome: SignInOutcome): string | undefined {
  if ('account' in outcome) return outcome.account.id;
  return outcome.kind === 'wrong' ? outcome.accountId : undefined;
}

/** The outcome in one word, for the log and for metrics. */
export function resultOf({ kind }: SignInOutcome): 'verified' | 'wrong' | 'limited' | 'second-factor' {
  if (kind === 'signed-in') return 'verified';
  return kind === 'wrong-code' ? 'wrong' : kind;
}

async function prove(deps: Deps, { proof, ...device }: Input): Promise<SignInOutcome> {
  const first = await proveFirst(deps, proof);
  if (first.kind !== 'verified') return first;
  const { account, provenAt, code } = first;
  const hasFactor = (await deps.factors.find(account.id)) !== undefined;
  if (hasFactor) {
    if (code === undefined) return { kind: 'second-factor', account };
    const checked = await checkCode(deps, { account, code, provenAt });
    if (checked.kind === 'limited') return checked;
    if (checked.kind !== 'right') return { kind: 'wrong-code', account, resting: checked.kind === 'resting' };
  }
  const started = await startSession(deps, { account, amr: hasFactor ? METHODS_WITH_CODE : METHODS, ...device });
  if (!started) return { kind: 'wrong', accountId: account.id };
  if (hasFactor) await clearTries(deps, account.id);
  return { kind: 'signed-in', ...started };
}

type FirstProof = { kind: 'verified'; account: Account; provenAt: number; code?: string | undefined };

async function proveFirst(
  deps: Deps,
  proof: Proof,
): Promise<FirstProof | Exclude<SignInOutcome, { account: Account }>> {
  const provenAt = deps.clock.now();
  switch (proof.by) {
    case 'password': {
      const verified = await verifyPassword(deps, proof);
      return verified.kind === 'verified' ? { ...verified, provenAt } : verified;
    }
    case 'code': {
      const { accountId, signInEpoch, provenAt: since } = proof.half;
      const account = await deps.accounts.find(accountId);
      const stands = account && account.signInEpoch === signInEpoch && account.disabledAt === undefined;
      return stands ? { kind: 'verified', account, provenAt: since, code: proof.code } : { kind: 'wrong', accountId };
    }
    case 'confirmation':
      return { kind: 'verified', account: proof.account, provenAt, code: proof.code };
    default:
      return { kind: 'verified', account: proof.account, provenAt };
  }
}
