// Authenticates an application (contract 5 "Client authentication"): by its API key alone until its owner creates a
// client secret, from then on by secret; or by an assertion, where its owner said so (contract 40). The keys of Android
// and iOS entries are always public.
import { invalidClient, OAuthError } from '../../../protocol/errors.ts';
import { fireAndForget } from '../../ground/fire-and-forget.ts';
import { equalHashes, hashSecret } from '../../ground/secrets.ts';
import type { ApplicationByKey } from '../applications/application.ts';
import type { ClientByKey } from '../applications/application-store.ts';
import { checkAssertion, type SentAssertion } from '../client-jwts/check-assertion.ts';
import { isFapi } from '../client-jwts/security-profile.ts';
import type { Ports } from '../ports.ts';

const TOUCH_INTERVAL_MS = 5 * 60 * 1000;

/** `isProven`: by more than its key, which is public. */
export type AuthenticatedClient = ApplicationByKey & { isProven: boolean };

type Credentials = { secret: string | undefined; assertion?: SentAssertion | undefined; needsSecret?: boolean };

type Deps = Pick<Ports, 'clientSecrets' | 'clock' | 'jwtCrypto' | 'keySets' | 'spentJwts'>;

/**
 * @param input `secret` and `assertion` undefined: the key alone was sent; never both; `needsSecret`: the key alone is
 *   not enough here, whatever the application
 * @throws OAuthError `invalid_client`, whose `detail` names the application of the key; `Unavailable`
 */
export async function authenticateClient(
  deps: Deps & Pick<Ports, 'applications' | 'publish'>,
  input: Credentials & { apiKey: string },
): Promise<AuthenticatedClient> {
  const client = await deps.applications.findClient(input.apiKey);
  if (!client) throw invalidClient('unknown-client', 'No application has this client_id. Check the API key.');
  try {
    return input.assertion ? await byAssertion(deps, client, input.assertion) : checkCredentials(deps, client, input);
  } catch (error) {
    // The statistics show the owner that one of their clients has a wrong secret.
    if (error instanceof OAuthError) {
      const { refusal } = error;
      const { application, platform } = client;
      const of = { applicationId: application.id, apiKey: platform.apiKey, redirectUri: undefined };
      deps.publish({ kind: 'request-refused', ...of, refusal });
    }
    throw error;
  }
}

const signs = ({ application, platform }: ApplicationByKey): boolean =>
  platform.platform === 'Web' && (application.tokenEndpointAuthMethod === 'private_key_jwt' || isFapi(application));

async function byAssertion(
  deps: Deps,
  { secrets, ...found }: ClientByKey,
  assertion: SentAssertion,
): Promise<AuthenticatedClient> {
  const { application, platform } = found;
  if (!signs(found)) {
    throw invalidClient(
      'client-assertion-unexpected',
      'This API key does not authenticate with private_key_jwt.',
      logDetail(application.id),
    );
  }
  await checkAssertion(deps, { application, apiKey: platform.apiKey }, assertion);
  return { isProven: true, ...found };
}

function checkCredentials(
  deps: Pick<Ports, 'clientSecrets' | 'clock'>,
  { secrets, ...found }: ClientByKey,
  input: Credentials,
): AuthenticatedClient {
  const { id } = found.application;
  const detail = logDetail(id);
  if (signs(found)) {
    throw invalidClient(
      'client-assertion-missing',
      'This application must authenticate with private_key_jwt: send client_assertion.',
      detail,
    );
  }
  const secretRequired = found.platform.platform === 'Web' && found.application.clientSecretRequired;
  if (input.secret === undefined) {
    if (secretRequired)
      throw invalidClient('client-secret-missing', 'This application must authenticate with a client secret.', detail);
    if (input.needsSecret)
      throw invalidClient(
        'client-secret-needed',
        'Introspection requires client authentication, and this API key has none.',
        detail,
      );
    return { isProven: false, ...found };
  }
  // An unexpected secret is a mistake that should show, so it is not ignored.
  if (!secretRequired)
    throw invalidClient('client-secret-unexpected', 'This API key does not accept a client secret.', detail);
  checkSecret(deps, { id, secrets }, input.secret);
  return { isProven: true, ...found };
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
