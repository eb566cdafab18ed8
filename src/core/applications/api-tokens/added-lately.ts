// What can be signed in with, or acts by itself, and was added in the last 30 days: somebody who knew the old password
// may have added it. A person who has just changed the password sees it (contract 2).
import { isRecentFactor } from '../../sign-in/factors/factor-age.ts';
import type { Ports } from '../ports.ts';

export type AddedLately = {
  kind: 'one-time-codes' | 'passkey' | 'api-token';
  /** Undefined: one-time codes. */
  name: string | undefined;
  createdAt: number;
};

/** Newest first. By when each was added: a stranger may have had the factor that it was set up behind. */
export async function listAddedLately(
  deps: Pick<Ports, 'factors' | 'passkeys' | 'apiTokens' | 'clock'>,
  accountId: string,
): Promise<readonly AddedLately[]> {
  const [codes, passkeys, tokens] = await Promise.all([
    deps.factors.find(accountId),
    deps.passkeys.listByAccount(accountId),
    deps.apiTokens.listByAccount(accountId),
  ]);
  const found: AddedLately[] = [
    ...(codes ? [{ kind: 'one-time-codes', name: undefined, createdAt: codes.createdAt } as const] : []),
    ...passkeys.map(({ name, createdAt }) => ({ kind: 'passkey', name, createdAt }) as const),
    ...tokens.map(({ name, createdAt }) => ({ kind: 'api-token', name, createdAt }) as const),
  ];
  const now = deps.clock.now();
  return found
    .filter(({ createdAt }) => isRecentFactor({ createdAt, knownSince: undefined }, now))
    .toSorted((one, other) => other.createdAt - one.createdAt);
}
