// An application proves who it is (contract 5 "Client authentication"): by its API key alone until its owner makes a
// client secret, from then on by secret. Keys of Android and iOS entries are public for ever.
import { invalidClient, OAuthError } from '../../protocol/errors.ts';
import type { ApplicationByKey } from '../applications/application.ts';
import { fireAndForget } from '../fire-and-forget.ts';
import type { Ports } from '../ports.ts';
import { equalHashes, hashSecret } from '../secrets.ts';

const NOTE_EVERY_MS = 5 * 60 * 1000;

export type AuthenticatedClient = ApplicationByKey & { provenBySecret: boolean };

type Credentials = { secret: string | undefined; needsSecret?: boolean };

/**
 * @param input `secret` undefined: the key alone; `needsSecret`: the key alone is no proof here, whatever the
 *   application.
 * @throws OAuthError `invalid_client`, its `detail` names the application of the key; `Unavailable`
 */
export async function authenticateClient(
  deps: Pick<Ports, 'applications' | 'clientSecrets' | 'clock' | 'publish'>,
  input: Credentials & { apiKey: string },
): Promise<AuthenticatedClient> {
  const found = await deps.applications.findByApiKey(input.apiKey);
  if (!found) throw invalidClient('unknown-client', 'No application has this client_id. Check the API key.');
  try {
    return await proveClient(deps, found, input);
  } catch (error) {
    // Its owner sees in the statistics that something of theirs has the wrong secret.
    if (error instanceof OAuthError) {
      const { refusal } = error;
      deps.publish({ kind: 'request-refused', applicationId: found.application.id, redirectUri: undefined, refusal });
    }
    throw error;
  }
}

async function proveClient(
  deps: Pick<Ports, 'clientSecrets' | 'clock'>,
  found: ApplicationByKey,
  input: Credentials,
): Promise<AuthenticatedClient> {
  const { id } = found.application;
  const of = forTheLog(id);
  const secretRequired = found.platform.platform === 'Web' && found.application.clientSecretRequired;
  if (input.secret === undefined) {
    if (secretRequired)
      throw invalidClient('client-secret-missing', 'This application must authenticate with a client secret.', of);
    if (input.needsSecret)
      throw invalidClient(
        'client-secret-needed',
        'Introspection requires a client secret, and this API key has none.',
        of,
      );
    return { provenBySecret: false, ...found };
  }
  // A secret where none is expected is a mistake to be seen, not to be ignored.
  if (!secretRequired)
    throw invalidClient('client-secret-unexpected', 'This API key does not accept a client secret.', of);
  await proveSecret(deps, id, input.secret);
  return { provenBySecret: true, ...found };
}

const forTheLog = (applicationId: string): string => `application ${applicationId}`;

/** While a secret is required and none is live, everything is `invalid_client`: a deleted leak opens nothing. */
async function proveSecret(
  deps: Pick<Ports, 'clientSecrets' | 'clock'>,
  applicationId: string,
  secret: string,
): Promise<void> {
  const sent = hashSecret(secret);
  const now = deps.clock.now();
  const known = (await deps.clientSecrets.list(applicationId)).find(
    (entry) => equalHashes(entry.secretHash, sent) && (entry.expiresAt === undefined || now < entry.expiresAt),
  );
  if (!known)
    throw invalidClient(
      'client-secret-wrong',
      'The client secret is wrong, expired or deleted.',
      forTheLog(applicationId),
    );
  if (now - (known.lastUsedAt ?? 0) > NOTE_EVERY_MS) fireAndForget(deps.clientSecrets.touch(known.id, now));
}
