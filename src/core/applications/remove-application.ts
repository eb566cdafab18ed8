// An application goes with everything issued under it, at once (contract 3).
import type { Ports } from '../ports.ts';
import { type Caller, findApplication } from './find-application.ts';

/** @returns false when there is none with this id, or it is not the caller's. */
export async function removeApplication(
  deps: Pick<Ports, 'applications'>,
  input: { caller: Caller; id: string },
): Promise<boolean> {
  const application = await findApplication(deps, input);
  return application ? deps.applications.remove(application.id) : false;
}
