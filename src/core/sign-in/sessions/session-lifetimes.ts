// How long a session lives (contract 10): for a limited time since its last use and in total, both longer with "keep me
// signed in".
import type { Rules } from '../../server/policy/rules.ts';

type LifetimeRules = Pick<
  Rules,
  'sessionIdleSeconds' | 'sessionTtlSeconds' | 'persistentSessionIdleSeconds' | 'persistentSessionTtlSeconds'
>;

/** The absolute lifetime. The cookie of a persistent session is kept as long. */
export const sessionTtlSeconds = (rules: LifetimeRules, persistent: boolean): number =>
  persistent ? rules.persistentSessionTtlSeconds : rules.sessionTtlSeconds;

/** The earlier of idle and absolute expiry, in ms. */
export function sessionExpiresAt(
  rules: LifetimeRules,
  session: { persistent: boolean; createdAt: number; lastUsedAt: number },
): number {
  const idle = session.persistent ? rules.persistentSessionIdleSeconds : rules.sessionIdleSeconds;
  const absolute = sessionTtlSeconds(rules, session.persistent);
  return Math.min(session.lastUsedAt + idle * 1000, session.createdAt + absolute * 1000);
}
