// Ends a session: this browser's at sign-out, or another one from the account page. The cookie is anonymous at once, on
// every process (case K21), and applications that registered for it are notified (Back-Channel Logout).
import type { Ports } from '../ports.ts';

/** @returns false when the account has no such session */
export const endSession = (
  deps: Pick<Ports, 'sessions' | 'clock'>,
  input: { accountId: string; sessionId: string },
): Promise<boolean> => deps.sessions.end({ ...input, now: deps.clock.now() });
