// A person chooses one of the accounts that are signed in on the device (`prompt=select_account`, "use another
// account").
import type { Ports } from '../ports.ts';
import type { DeviceAccounts, SignedIn } from './session.ts';

/** @returns undefined when the session is not one of the device's, or has ended */
export async function chooseSession(
  deps: Pick<Ports, 'sessions' | 'clock'>,
  input: { device: DeviceAccounts; sessionId: string },
): Promise<SignedIn | undefined> {
  const found = input.device.all.find(({ session }) => session.id === input.sessionId);
  if (!found) return undefined;
  const chosenAt = deps.clock.now();
  await deps.sessions.choose(found.session.id, chosenAt);
  return { ...found, session: { ...found.session, chosenAt } };
}
