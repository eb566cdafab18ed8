// A client secret that leaked or was replaced stops working at once. `clientSecretRequired` stays as it is: deleting a
// leaked secret never makes an application public (contract 5).

import { type Caller, findApplication } from '../applications/find-application.ts';
import type { Ports } from '../ports.ts';

/**
 * @returns false when the application has no such secret, or is not the caller's
 * @throws ConfirmationNeeded
 */
export async function removeClientSecret(
  deps: Pick<Ports, 'applications' | 'members' | 'clientSecrets'>,
  input: { caller: Caller; applicationId: string; id: string },
): Promise<boolean> {
  const application = await findApplication(deps, { caller: input.caller, id: input.applicationId, need: 'change' });
  return application ? deps.clientSecrets.remove(application.id, input.id, input.caller.proof) : false;
}

/** @returns false when the application does not exist or is not the caller's */
export async function removeAllClientSecrets(
  deps: Pick<Ports, 'applications' | 'members' | 'clientSecrets'>,
  input: { caller: Caller; applicationId: string },
): Promise<boolean> {
  const application = await findApplication(deps, { caller: input.caller, id: input.applicationId, need: 'change' });
  if (!application) return false;
  await deps.clientSecrets.removeAll(application.id);
  return true;
}
