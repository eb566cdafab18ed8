// Starts a session after the password was proven. Its handle is always new, and the one the browser came with ends in the
// same write: a planted handle is worth nothing (case K6).
import type { Account } from '../accounts/account.ts';
import type { Ports } from '../ports.ts';
import { hashSecret, newId, randomSecret } from '../secrets.ts';
import type { Session, SignedIn } from './session.ts';
import { sessionExpiresAt } from './session-lifetimes.ts';

const USER_AGENT_CHARACTERS = 400;

/**
 * @param input.replacesHandle what the browser's cookie held, live or not.
 * @returns the session and its handle: the cookie's value, never stored.
 */
export async function startSession(
  deps: Pick<Ports, 'sessions' | 'clock' | 'rules'>,
  input: { account: Account; persistent: boolean; userAgent: string; replacesHandle: string | undefined },
): Promise<SignedIn & { handle: string }> {
  const handle = randomSecret();
  const now = deps.clock.now();
  const times = { persistent: input.persistent, createdAt: now, lastUsedAt: now };
  const session: Session = {
    ...times,
    id: newId(),
    handleHash: hashSecret(handle),
    accountId: input.account.id,
    authenticatedAt: now,
    amr: ['pwd'],
    chosenAt: now,
    expiresAt: sessionExpiresAt(deps.rules, times),
    userAgent: input.userAgent.slice(0, USER_AGENT_CHARACTERS),
  };
  await deps.sessions.start(session, input.replacesHandle ? hashSecret(input.replacesHandle) : undefined);
  return { session, account: input.account, handle };
}
