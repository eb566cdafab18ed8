// An owner creates a client secret for the Web key of an application (contract 3 and 5). The secret leaves the server
// once, in the answer; only its hash is stored.

import type { Fault } from '../../ground/fault.ts';
import { hashSecret, newId, randomSecret } from '../../ground/secrets.ts';
import { applicationFault } from '../applications/application-faults.ts';
import { type Caller, findApplication } from '../applications/find-application.ts';
import type { Ports } from '../ports.ts';
import { type ClientSecret, MAX_LIVE_CLIENT_SECRETS } from './client-secret.ts';

export type ClientSecretCreation =
  | { kind: 'created'; clientSecret: ClientSecret; secret: string }
  | { kind: 'no-application' }
  | { kind: 'refused'; faults: readonly Fault[] }
  /** Conflicts with what is stored. */
  | { kind: 'no-web-entry' }
  | { kind: 'too-many' };

/** Another secret was created since the form was shown. */
export type ClientSecretsChanged = { kind: 'changed' };

type Deps = Pick<Ports, 'applications' | 'members' | 'clientSecrets' | 'clock'>;
type SecretRequest = {
  caller: Caller;
  applicationId: string;
  expiresAt: number | undefined;
  readingFaults?: readonly Fault[];
};

/**
 * The first secret of an application turns `clientSecretRequired` on (contract 5).
 * @param input `expiresAt` undefined: never; `readingFaults`: errors of what could not be read; `newest`: id of the
 *   newest secret that the form showed, so that a form that is sent twice creates one secret
 * @throws Unavailable; ConfirmationNeeded
 */
export async function createClientSecret(
  deps: Deps,
  input: SecretRequest & { newest: string },
): Promise<ClientSecretCreation | ClientSecretsChanged>;
export async function createClientSecret(deps: Deps, input: SecretRequest): Promise<ClientSecretCreation>;
export async function createClientSecret(
  deps: Deps,
  input: SecretRequest & { newest?: string },
): Promise<ClientSecretCreation | ClientSecretsChanged> {
  const application = await findApplication(deps, { caller: input.caller, id: input.applicationId, need: 'change' });
  if (!application) return { kind: 'no-application' };
  const now = deps.clock.now();
  const faults = [...(input.readingFaults ?? [])];
  if (input.expiresAt !== undefined && input.expiresAt <= now) {
    faults.push(applicationFault(['expires_at'], 'expires-at-past'));
  }
  if (faults.length > 0) return { kind: 'refused', faults };
  const secret = `lk_cs_${randomSecret()}`;
  const clientSecret: ClientSecret = {
    id: newId(deps.clock),
    applicationId: application.id,
    secretHash: hashSecret(secret),
    createdAt: now,
    lastUsedAt: undefined,
    expiresAt: input.expiresAt,
  };
  const { caller, newest } = input;
  const kind = await deps.clientSecrets.insert(clientSecret, MAX_LIVE_CLIENT_SECRETS, now, caller.proof, newest);
  return kind === 'created' ? { kind, clientSecret, secret } : { kind };
}
