// An application goes with everything issued under it, at once (contract 3).
import type { Ports } from '../ports.ts';
import { Unavailable } from '../unavailable.ts';
import type { Application } from './application.ts';
import { MAX_TRIES } from './edit-application.ts';
import { type Caller, findApplication } from './find-application.ts';

/**
 * What stands when it is removed is what was looked at: an edit in between is looked at anew.
 * @param input `allow` may throw to refuse (a precondition that failed).
 * @returns false when there is none with this id, or it is not the caller's to remove.
 * @throws Unavailable; ConfirmationNeeded; what `allow` throws
 */
export async function removeApplication(
  deps: Pick<Ports, 'applications' | 'members'>,
  input: { caller: Caller; id: string; allow?: (current: Application) => void },
): Promise<boolean> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const current = await findApplication(deps, { ...input, need: 'own' });
    if (!current) return false;
    input.allow?.(current);
    if (await deps.applications.remove(current.id, current.version, input.caller.proof)) return true;
  }
  throw new Unavailable('Too many edits of one application at once');
}
