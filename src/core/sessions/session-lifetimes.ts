// How long a session lives (contract 10): so long since its last use, and so long in all; longer with "keep me signed
// in".
import type { Rules } from '../ports.ts';

type LifetimeRules = Pick<
  Rules,
  'sessionIdleSeconds' | 'sessionTtlSeconds' | 'persistentSessionIdleSeconds' | 'persistentSessionTtlSeconds'
>;

/** The absolute lifetime: also how long a persistent session's cookie is kept. */
export const sessionTtlSeconds = (rules: LifetimeRules, persistent: boolean): number =>
  persistent ? rules.persistentSessionTtlSeconds : rules.sessionTtlSeconds;

/** The earlier of idle and absolute end, ms. */
export function sessionExpiresAt(
  rules: LifetimeRules,
  session: { persistent: boolean; createdAt: number; lastUsedAt: number },
): number {
  const idle = session.persistent ? rules.persistentSessionIdleSeconds : rules.sessionIdleSeconds;
  const absolute = sessionTtlSeconds(rules, session.persistent);
  return Math.min(session.lastUsedAt + idle * 1000, session.createdAt + absolute * 1000);
}
