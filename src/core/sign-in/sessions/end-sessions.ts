// Ends the sessions of an account: "sign out everywhere", or everywhere else. The browser that stays gets a new handle,
// so that a copy of its cookie stops working too (contract 2).
import type { Ports } from '../ports.ts';
import type { SignedIn } from './session.ts';
import { type SessionWithHandle, withNewHandle } from './start-session.ts';

export async function endSessions(
  deps: Pick<Ports, 'sessions' | 'clock' | 'publish'>,
  accountId: string,
): Promise<void> {
  await deps.sessions.endAll({ accountId, now: deps.clock.now() });
  deps.publish({ kind: 'sessions-ended', accountId });
}

/** @returns the session that stays, under its new handle; undefined: it had ended, and no other was ended */
export async function endOtherSessions(
  deps: Pick<Ports, 'sessions' | 'clock' | 'publish'>,
  signedIn: SignedIn,
): Promise<SessionWithHandle | undefined> {
  const { keep, opened } = keepSession(signedIn);
  const { accountId, signInEpoch: fromEpoch } = signedIn.session;
  const ended = await deps.sessions.endOthers({ accountId, fromEpoch, keep, now: deps.clock.now() });
  if (!ended) return undefined;
  deps.publish({ kind: 'sessions-ended', accountId });
  return opened;
}

/** What a store needs to keep a session, and that session as it is once the epoch has risen by one. */
export function keepSession({ account, session }: SignedIn) {
  const { from, opened } = withNewHandle({ account, session: { ...session, signInEpoch: session.signInEpoch + 1 } });
  return { keep: { id: session.id, handleHash: from, newHandleHash: opened.session.handleHash }, opened };
}
