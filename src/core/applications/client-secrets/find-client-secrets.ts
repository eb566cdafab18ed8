// The client secrets of an application: when each was created, last used and expires, never the secrets themselves
// (case N4).

import { type Caller, findApplication } from '../applications/find-application.ts';
import type { Ports } from '../ports.ts';
import type { ClientSecret } from './client-secret.ts';

/** @returns in order of creation; undefined when the application does not exist or is not the caller's */
export async function findClientSecrets(
  deps: Pick<Ports, 'applications' | 'members' | 'clientSecrets'>,
  input: { caller: Caller; applicationId: string },
): Promise<ClientSecret[] | undefined> {
  const application = await findApplication(deps, { caller: input.caller, id: input.applicationId });
  return application && deps.clientSecrets.list(application.id);
}

/** @returns undefined when the application has no such secret, or is not the caller's */
export async function findClientSecret(
  deps: Pick<Ports, 'applications' | 'members' | 'clientSecrets'>,
  input: { caller: Caller; applicationId: string; id: string },
): Promise<ClientSecret | undefined> {
  const secrets = await findClientSecrets(deps, input);
  return secrets?.find(({ id }) => id === input.id);
}
