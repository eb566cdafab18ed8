// Ends all sessions of an account: "sign out everywhere", or everywhere else.
import type { Ports } from '../ports.ts';

export const endSessions = (
  deps: Pick<Ports, 'sessions' | 'clock'>,
  input: { accountId: string; exceptSessionId?: string },
): Promise<void> => deps.sessions.endAll({ ...input, now: deps.clock.now() });
