// Removes an application and ends everything issued under it, at once (contract 3).

import { Unavailable } from '../../ground/unavailable.ts';
import type { Ports } from '../ports.ts';
import type { Application } from './application.ts';
import { MAX_TRIES } from './edit-application.ts';
import { type Caller, findApplication } from './find-application.ts';

/**
 * Removes only the version that was checked. An application that was edited in between is checked again.
 * @param input `allow` may throw to refuse (a precondition that failed)
 * @returns false when the application does not exist or is not the caller's to remove
 * @throws Unavailable; ConfirmationNeeded; AccountInDoubt; what `allow` throws
 */
export async function removeApplication(
  deps: Pick<Ports, 'applications' | 'members' | 'clock'>,
  input: { caller: Caller; id: string; allow?: (current: Application) => void },
): Promise<boolean> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const current = await findApplication(deps, { ...input, need: 'own' });
    if (!current) return false;
    input.allow?.(current);
    const { accountId, proof } = input.caller;
    const by = { accountId, now: deps.clock.now() };
    if (await deps.applications.remove(current.id, current.version, proof, by)) return true;
  }
  throw new Unavailable('Too many edits of one application at once');
}
