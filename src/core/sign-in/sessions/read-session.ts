// Who is signed in with these handles. A use is recorded at most every five minutes, so that not every read writes
// (contract 10).
import { fireAndForget } from '../../ground/fire-and-forget.ts';
import { hashSecret } from '../../ground/secrets.ts';
import type { Ports } from '../ports.ts';
import { type DeviceAccounts, deviceAccounts, type SignedIn } from './session.ts';
import { sessionExpiresAt } from './session-lifetimes.ts';

const TOUCH_INTERVAL_MS = 5 * 60 * 1000;

/** Undefined when the session is unknown, expired or ended, alone or with the whole account. */
export const readSession = (deps: Pick<Ports, 'sessions' | 'clock'>, handle: string): Promise<SignedIn | undefined> =>
  deps.sessions.find(hashSecret(handle), deps.clock.now());

/**
 * All accounts that are signed in on a device. Only the current one counts as used.
 * @param handles in the cookie's order
 */
export async function readDevice(
  deps: Pick<Ports, 'sessions' | 'clock' | 'rules'>,
  handles: readonly string[],
): Promise<DeviceAccounts> {
  // Queried in one turn of the event loop, so that the store answers them together.
  const found = await Promise.all(handles.map((handle) => readSession(deps, handle)));
  const { current, all } = deviceAccounts(found);
  if (!current) return { current, all };
  const used = await noteUse(deps, current);
  return { current: used, all: all.map((signedIn) => (signedIn === current ? used : signedIn)) };
}

/** Records that the session is used now, unless that was recorded lately. */
export async function noteUse(
  deps: Pick<Ports, 'sessions' | 'clock' | 'rules'>,
  signedIn: SignedIn,
): Promise<SignedIn> {
  const now = deps.clock.now();
  if (now - signedIn.session.lastUsedAt < TOUCH_INTERVAL_MS) return signedIn;
  const used = { ...signedIn.session, lastUsedAt: now };
  const session = { ...used, expiresAt: sessionExpiresAt(deps.rules, used) };
  fireAndForget(deps.sessions.touch(session.id, now, session.expiresAt));
  return { ...signedIn, session };
}
