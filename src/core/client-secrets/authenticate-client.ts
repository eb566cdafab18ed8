// Authenticates an application (contract 5 "Client authentication"): by its API key alone until its owner creates a
// client secret, from then on by secret. The keys of Android and iOS entries are always public.
import { invalidClient, OAuthError } from '../../protocol/errors.ts';
import type { ApplicationByKey } from '../applications/application.ts';
import type { ClientByKey } from '../applications/application-store.ts';
import { fireAndForget } from '../fire-and-forget.ts';
import type { Ports } from '../ports.ts';
import { equalHashes, hashSecret } from '../secrets.ts';

const TOUCH_INTERVAL_MS = 5 * 60 * 1000;

export type AuthenticatedClient = ApplicationByKey & { provenBySecret: boolean };

type Credentials = { secret: string | undefined; needsSecret?: boolean };

/**
 * @param input `secret` undefined: the key alone was sent; `needsSecret`: the key alone is not enough here, whatever
 *   the application
 * @throws OAuthError `invalid_client`, whose `detail` names the application of the key; `Unavailable`
 */
export async function authenticateClient(
  deps: Pick<Ports, 'applications' | 'clientSecrets' | 'clock' | 'publish'>,
  input: Credentials & { apiKey: string },
): Promise<AuthenticatedClient> {
  const client = await deps.applications.findClient(input.apiKey);
  if (!client) throw invalidClient('unknown-client', 'No application has this client_id. Check the API key.');
  try {
    return checkCredentials(deps, client, input);
  } catch (error) {
    // The statistics show the owner that one of their clients has a wrong secret.
    if (error instanceof OAuthError) {
      const { refusal } = error;
      deps.publish({ kind: 'request-refused', applicationId: client.application.id, redirectUri: undefined, refusal });
    }
    throw error;
  }
}

function checkCredentials(
  deps: Pick<Ports, 'clientSecrets' | 'clock'>,
  { secrets, ...found }: ClientByKey,
  input: Credentials,
): AuthenticatedClient {
  const { id } = found.application;
  const detail = logDetail(id);
  const secretRequired = found.platform.platform === 'Web' && found.application.clientSecretRequired;
  if (input.secret === undefined) {
    if (secretRequired)
      throw invalidClient('client-secret-missing', 'This application must authenticate with a client secret.', detail);
    if (input.needsSecret)
      throw invalidClient(
        'client-secret-needed',
        'Introspection requires a client secret, and this API key has none.',
        detail,
      );
    return { provenBySecret: false, ...found };
  }
  // An unexpected secret is a mistake that should show, so it is not ignored.
  if (!secretRequired)
    throw invalidClient('client-secret-unexpected', 'This API key does not accept a client secret.', detail);
  checkSecret(deps, { id, secrets }, input.secret);
  return { provenBySecret: true, ...found };
}

const logDetail = (applicationId: string): string => `application ${applicationId}`;

/**
 * While a secret is required and none is live, every secret is refused: deleting a leaked one never makes an
 * application public.
 */
function checkSecret(
  deps: Pick<Ports, 'clientSecrets' | 'clock'>,
  { id: applicationId, secrets }: Pick<ClientByKey, 'secrets'> & { id: string },
  secret: string,
): void {
  const sent = hashSecret(secret);
  const now = deps.clock.now();
  const known = secrets.find(
    (entry) => equalHashes(entry.secretHash, sent) && (entry.expiresAt === undefined || now < entry.expiresAt),
  );
  if (!known)
    throw invalidClient(
      'client-secret-wrong',
      'The client secret is wrong, expired or deleted.',
      logDetail(applicationId),
    );
  if (now - (known.lastUsedAt ?? 0) > TOUCH_INTERVAL_MS) fireAndForget(deps.clientSecrets.touch(known.id, now));
}
