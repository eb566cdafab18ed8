// Ends a session: this browser's at sign-out, or another one from the account page. The cookie is anonymous at once, on
// every process (case K21), and applications that registered for it are notified (Back-Channel Logout).
import type { Ports } from '../ports.ts';

/** @returns false when the account has no such session */
export async function endSession(
  deps: Pick<Ports, 'sessions' | 'clock' | 'publish'>,
  input: { accountId: string; sessionId: string },
): Promise<boolean> {
  const ended = await deps.sessions.end({ ...input, now: deps.clock.now() });
  if (ended) deps.publish({ kind: 'sessions-ended', accountId: input.accountId });
  return ended;
}
