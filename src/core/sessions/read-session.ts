// Who is signed in with this handle. Reading notes the use at most every five minutes: never a write per read (contract 10).
import type { Ports } from '../ports.ts';
import { hashSecret } from '../secrets.ts';
import type { SignedIn } from './session.ts';
import { sessionExpiresAt } from './session-lifetimes.ts';

const TOUCH_EVERY_MS = 5 * 60 * 1000;

/** Undefined when the session is unknown, ended or expired, or its account is disabled. */
export async function readSession(
  deps: Pick<Ports, 'sessions' | 'clock' | 'rules'>,
  handle: string,
): Promise<SignedIn | undefined> {
  const now = deps.clock.now();
  const found = await deps.sessions.find(hashSecret(handle), now);
  if (!found || now - found.session.lastUsedAt < TOUCH_EVERY_MS) return found;
  const used = { ...found.session, lastUsedAt: now };
  const session = { ...used, expiresAt: sessionExpiresAt(deps.rules, used) };
  await deps.sessions.touch(session.id, now, session.expiresAt);
  return { session, account: found.account };
}
