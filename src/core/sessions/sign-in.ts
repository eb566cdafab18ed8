// Signing in as one use case: a proof goes in, one outcome comes out. It is the only caller of `startSession`. Any
// further step between a proof and a session belongs here, so that every way of signing in takes it.
import type { Account } from '../accounts/account.ts';
import type { Limited } from '../limits/counted-try.ts';
import { type VerifyPasswordDeps, type Visitor, verifyPassword } from '../passwords/verify-password.ts';
import type { Ports } from '../ports.ts';
import type { SignedIn } from './session.ts';
import { type StartedSession, startSession } from './start-session.ts';

export type Proof =
  | { by: 'password'; email: string; password: string; visitor: Visitor }
  /** Proven by what the person did just now; the account is as it was read with that. */
  | { by: 'setup-link' | 'sign-up' | 'password-link' | 'confirmation'; account: Account };

export type SignInOutcome =
  | ({ kind: 'signed-in' } & StartedSession)
  /**
   * The password is wrong, or the proof is no longer valid: the account was disabled or its sign-ins were ended since.
   * `accountId`: the account, for the log only; undefined: there is none.
   */
  | { kind: 'wrong'; accountId: string | undefined }
  /** The answer is the same for right and wrong passwords. */
  | Limited;

/** Authentication methods (RFC 8176). Signing up and resetting include typing the password. */
const METHODS: Readonly<Record<Proof['by'], readonly string[]>> = {
  password: ['pwd'],
  'setup-link': ['pwd'],
  'sign-up': ['pwd'],
  'password-link': ['pwd'],
  confirmation: ['pwd'],
};

type Deps = VerifyPasswordDeps & Pick<Ports, 'sessions'>;
type Input = { proof: Proof; persistent: boolean; userAgent: string; network: string; held: readonly SignedIn[] };

/**
 * @param input.held who is signed in on the device already, in its order; when there is no room, the last one ends
 * @throws Unavailable when the store or the hasher cannot answer; a try is then not counted
 */
export async function signIn(deps: Deps & Pick<Ports, 'publish'>, input: Input): Promise<SignInOutcome> {
  const outcome = await prove(deps, input);
  const { by } = input.proof;
  const result = outcome.kind === 'signed-in' ? 'verified' : outcome.kind;
  deps.publish({ kind: 'sign-in-attempted', by, accountId: accountIn(outcome), result });
  return outcome;
}

/** The account whose proof it was, also when it was wrong; undefined when unknown. */
export function accountIn(outcome: SignInOutcome): string | undefined {
  if (outcome.kind === 'signed-in') return outcome.account.id;
  return outcome.kind === 'wrong' ? outcome.accountId : undefined;
}

async function prove(deps: Deps, { proof, ...device }: Input): Promise<SignInOutcome> {
  const proven = proof.by === 'password' ? await verifyPassword(deps, proof) : proof;
  if ('kind' in proven && proven.kind !== 'verified') return proven;
  const { account } = proven;
  const started = await startSession(deps, { account, amr: METHODS[proof.by], ...device });
  return started ? { kind: 'signed-in', ...started } : { kind: 'wrong', accountId: account.id };
}
