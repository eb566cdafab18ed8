// Signing in, as one use case: what a person proves goes in, one outcome comes out. The only caller of `startSession`:
// whatever comes to stand between a proof and a session has its place here, and every way of signing in passes it.
import type { Account } from '../accounts/account.ts';
import type { Limited } from '../limits/counted-try.ts';
import { type VerifyPasswordDeps, type Visitor, verifyPassword } from '../passwords/verify-password.ts';
import type { Ports } from '../ports.ts';
import type { SignedIn } from './session.ts';
import { type StartedSession, startSession } from './start-session.ts';

export type Proof =
  | { by: 'password'; email: string; password: string; visitor: Visitor }
  /** Given by what the person did just now: the account as it was read with that. */
  | { by: 'setup-link' | 'sign-up' | 'password-link' | 'confirmation'; account: Account };

export type SignInOutcome =
  | ({ kind: 'signed-in' } & StartedSession)
  /**
   * The password is not the account's, or what was proven is worth nothing any more: the account was disabled or its
   * sign-ins were ended since. `accountId`: which account, for the log alone; undefined: there is none.
   */
  | { kind: 'wrong'; accountId: string | undefined }
  /** Right and wrong alike, until then. */
  | Limited;

/** Authentication methods (RFC 8176). Whoever signs up or resets typed the password just now. */
const METHODS: Readonly<Record<Proof['by'], readonly string[]>> = {
  password: ['pwd'],
  'setup-link': ['pwd'],
  'sign-up': ['pwd'],
  'password-link': ['pwd'],
  confirmation: ['pwd'],
};

type Deps = VerifyPasswordDeps & Pick<Ports, 'sessions'>;
type Input = { proof: Proof; persistent: boolean; userAgent: string; held: readonly SignedIn[] };

/**
 * @param input.held who is signed in on the device already, in its order; when there is no room, the last one ends
 * @throws Unavailable when the store or the hasher cannot answer; a try is not counted then
 */
export async function signIn(deps: Deps & Pick<Ports, 'publish'>, input: Input): Promise<SignInOutcome> {
  const outcome = await prove(deps, input);
  const { by } = input.proof;
  const result = outcome.kind === 'signed-in' ? 'verified' : outcome.kind;
  deps.publish({ kind: 'sign-in-attempted', by, accountId: accountIn(outcome), result });
  return outcome;
}

/** Whose proof it was, or was not. */
export function accountIn(outcome: SignInOutcome): string | undefined {
  if (outcome.kind === 'signed-in') return outcome.account.id;
  return outcome.kind === 'wrong' ? outcome.accountId : undefined;
}

async function prove(deps: Deps, { proof, persistent, userAgent, held }: Input): Promise<SignInOutcome> {
  const proven = proof.by === 'password' ? await verifyPassword(deps, proof) : proof;
  if ('kind' in proven && proven.kind !== 'verified') return proven;
  const { account } = proven;
  const started = await startSession(deps, { account, amr: METHODS[proof.by], persistent, userAgent, held });
  return started ? { kind: 'signed-in', ...started } : { kind: 'wrong', accountId: account.id };
}
