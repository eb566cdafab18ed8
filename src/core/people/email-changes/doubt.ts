// An account in doubt: a change of its verified address took effect, and the link to the former address can still take
// it back (contract 21). What would make that impossible waits until the link is over.

import { type FactorAge, factorSince } from '../../sign-in/factors/factor-age.ts';
import type { EmailChange, FormerEmail } from './email-change.ts';

/**
 * Thrown by the statement of an act that waits while an account is in doubt: the account of whoever acts, or the one
 * that would get something. Nothing was done.
 */
export class AccountInDoubt extends Error {
  override readonly name = 'AccountInDoubt';
  /** When the link to the former address is over. */
  readonly until: number;

  constructor(until: number) {
    super(
      `The email address of the account was changed lately. This waits until ${new Date(until).toISOString()}, as long as the change can be taken back`,
    );
    this.until = until;
  }
}

/**
 * Of an account in doubt a further change waits, except back to the address that stood before.
 * @param former that address; undefined: the account is not in doubt @throws AccountInDoubt
 */
export function requireMayChange(
  { emailKey }: Pick<EmailChange, 'emailKey'>,
  former: Pick<FormerEmail, 'emailKey' | 'expiresAt'> | undefined,
): void {
  if (former && former.emailKey !== emailKey) throw new AccountInDoubt(former.expiresAt);
}

/** Who acts, and when: an act may wait while their account is in doubt. Machines and the command line never are. */
export type ActingAccount = { accountId: string | undefined; now: number };

/** What taking a change back looks at that is older than the asking: somebody may have prepared the change. */
const LOOK_BACK_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Taking back asks for a factor that was set up before then. A younger one may be an intruder's, who set it up to keep
 * the owner of the former address out.
 */
export const factorsAskedForBefore = (askedAt: number): number => askedAt - LOOK_BACK_MS;

/** One that was set up since the asking is removed, however old the factor is behind which it was set up. */
export const isAskedFor = (factor: Pick<FactorAge, 'createdAt' | 'knownSince'>, askedAt: number): boolean =>
  factor.createdAt < askedAt && factorSince(factor) < factorsAskedForBefore(askedAt);
