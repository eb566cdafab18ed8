// Takes an authorization request that an application pushes (RFC 9126 2, contract 42): it is checked now as it will be
// in the browser, and stored. What the browser then carries says nothing and cannot be changed.
import { invalidPush, invalidRequest } from '../../../protocol/errors.ts';
import type { Parameters } from '../../../protocol/parameters.ts';
import { toRequestUri } from '../../../protocol/request-uri.ts';
import type { ProvenKey } from '../../applications/client-jwts/check-proof.ts';
import type { AuthenticatedClient } from '../../applications/client-secrets/authenticate-client.ts';
import { hashSecret, randomSecret } from '../../ground/secrets.ts';
import type { Ports } from '../ports.ts';
import { checkAuthorizationRequest } from './authorize.ts';
import { PUSHED_GOOD_FOR_MS, pushedStampHash } from './stamp.ts';

type Deps = Pick<
  Ports,
  'applications' | 'members' | 'signingKeys' | 'issuer' | 'apiUrl' | 'secrets' | 'clock' | 'pushedRequests' | 'publish'
>;

export type Pushed = { requestUri: string; expiresIn: number };

/**
 * @param input `parameters` without the client's credentials; `proof`: the code is bound to its key (RFC 9449 10.1)
 * @throws OAuthError as an authorization request is refused, or `invalid_request`; `Unavailable`
 */
export async function pushRequest(
  deps: Deps,
  input: { client: AuthenticatedClient; parameters: Parameters; proof: ProvenKey | undefined },
): Promise<Pushed> {
  const { client, proof } = input;
  if (input.parameters.has('request_uri')) {
    throw invalidRequest('request-uri-pushed', 'A pushed request cannot refer to another one by request_uri.');
  }
  const { apiKey } = client.platform;
  const sent = input.parameters.with('client_id', apiKey);
  await requireValid(deps, client, sent);
  const parameters = bindTo(sent, proof);
  await proof?.spend();
  const requestUri = toRequestUri(randomSecret());
  const uriHash = hashSecret(requestUri);
  const expiresAt = deps.clock.now() + PUSHED_GOOD_FOR_MS;
  const stampHash = pushedStampHash(uriHash, expiresAt);
  const more = { apiKey, parameters: parameters.toString(), expiresAt, keptUntil: expiresAt };
  await deps.pushedRequests.insert({ uriHash, stampHash, ...more });
  deps.publish({ kind: 'request-pushed', applicationId: client.application.id });
  return { requestUri, expiresIn: PUSHED_GOOD_FOR_MS / 1000 };
}

/** What would end on an error page is an error like any other here: nobody is led anywhere. */
async function requireValid(deps: Deps, client: AuthenticatedClient, parameters: Parameters): Promise<void> {
  const checked = await checkAuthorizationRequest(deps, {
    parameters,
    query: parameters.toString(),
    client: { found: Promise.resolve(client) },
    pushed: 'open',
  });
  if (checked.kind === 'return-error') throw checked.error;
  if (checked.kind === 'refuse') throw invalidPush(checked.code, checked.detail);
}

/** RFC 9449 10.1: the proof says what `dpop_jkt` would. */
function bindTo(parameters: Parameters, proof: ProvenKey | undefined): Parameters {
  if (!proof) return parameters;
  const named = parameters.get('dpop_jkt');
  if (named !== undefined && named !== proof.jkt) {
    throw invalidRequest('dpop-jkt-mismatch', 'dpop_jkt is not the thumbprint of the key of the DPoP proof.');
  }
  return parameters.with('dpop_jkt', proof.jkt);
}
