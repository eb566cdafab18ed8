// Who is signed in with these handles. A use is noted at most every five minutes: never a write per read (contract 10).
import { fireAndForget } from '../fire-and-forget.ts';
import type { Ports } from '../ports.ts';
import { hashSecret } from '../secrets.ts';
import { type DeviceAccounts, deviceAccounts, type SignedIn } from './session.ts';
import { sessionExpiresAt } from './session-lifetimes.ts';

const TOUCH_EVERY_MS = 5 * 60 * 1000;

/** Undefined when the session is unknown, expired or ended, alone or with all of its account. */
export const readSession = (deps: Pick<Ports, 'sessions' | 'clock'>, handle: string): Promise<SignedIn | undefined> =>
  deps.sessions.find(hashSecret(handle), deps.clock.now());

/**
 * Everybody who is signed in on a device. It is the current account that is being used; the others grow older.
 * @param handles in the cookie's order
 */
export async function readDevice(
  deps: Pick<Ports, 'sessions' | 'clock' | 'rules'>,
  handles: readonly string[],
): Promise<DeviceAccounts> {
  // Asked in one turn, the store answers them together.
  const found = await Promise.all(handles.map((handle) => readSession(deps, handle)));
  const { current, all } = deviceAccounts(found);
  if (!current) return { current, all };
  const used = await noteUse(deps, current);
  return { current: used, all: all.map((signedIn) => (signedIn === current ? used : signedIn)) };
}

/** Notes that the session is used now, if that was not noted lately. */
export async function noteUse(
  deps: Pick<Ports, 'sessions' | 'clock' | 'rules'>,
  signedIn: SignedIn,
): Promise<SignedIn> {
  const now = deps.clock.now();
  if (now - signedIn.session.lastUsedAt < TOUCH_EVERY_MS) return signedIn;
  const used = { ...signedIn.session, lastUsedAt: now };
  const session = { ...used, expiresAt: sessionExpiresAt(deps.rules, used) };
  fireAndForget(deps.sessions.touch(session.id, now, session.expiresAt));
  return { ...signedIn, session };
}
