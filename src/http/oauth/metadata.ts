// GET /.well-known/openid-configuration (OpenID Connect Discovery 4) and /.well-known/oauth-authorization-server (RFC
// 8414 3): one document, cacheable with an ETag. It has one more grant type
// once an application has a scope for itself (contract 45).

import { PROOF_ALGORITHMS } from '../../core/applications/client-jwts/check-proof.ts';
import { KNOWN_SCOPES } from '../../core/applications/connections/named-items.ts';
import { PROMPTS, RESPONSE_MODES } from '../../core/grants/authorize/authorization-request.ts';
import { KNOWN_CLAIMS } from '../../core/grants/consent/profile-claims.ts';
import type { Ports } from '../../core/operating/ports.ts';
import { CLIENT_ALGORITHMS } from '../../core/server/keys/client-key.ts';
import { SIGNING_ALGORITHMS } from '../../core/server/keys/signing-key.ts';
import { providerMetadata } from '../../protocol/metadata.ts';
import { LANGUAGES } from '../../views/page/page.ts';
import type { Route, RouteMethod } from '../routes/route.ts';
import { sendConstant } from '../wire/constant-body.ts';
import type { GrantType } from './grants/grant-type.ts';
import { GIVEN_GRANTS, GRANTS } from './grants/grants.ts';

/** Public origins of the two hosts; whether requests can be pushed, and clients have documents. */
type Provider = { authUrl: string; apiUrl: string; pushedRequests: boolean; clientDocuments: boolean };

export function metadataRoutes(input: Provider & { ports: Pick<Ports, 'apis'> }): Route[] {
  const plain = documentOf(input, GRANTS);
  const withPrograms = documentOf(input, [...GRANTS, ...GIVEN_GRANTS]);
  let hasPrograms = false;
  const handle: RouteMethod['handle'] = async (request, reply) => {
    // The document is answered while the database is away, too: as it was.
    hasPrograms = await input.ports.apis.existsOffer().catch(() => hasPrograms);
    return (hasPrograms ? withPrograms : plain)(request, reply);
  };
  const at = (path: string): Route => ({
    path,
    errors: 'negotiated',
    cors: 'any',
    methods: { GET: { access: 'public', body: 'none', handle } },
  });
  return [at('/.well-known/openid-configuration'), at('/.well-known/oauth-authorization-server')];
}

function documentOf(input: Provider, grants: readonly GrantType[]) {
  const metadata = providerMetadata({
    issuer: input.authUrl,
    apiUrl: input.apiUrl,
    pushedRequests: input.pushedRequests,
    clientDocuments: input.clientDocuments,
    scopes: KNOWN_SCOPES,
    grantTypes: grants.map(({ name }) => name),
    claims: KNOWN_CLAIMS,
    prompts: PROMPTS,
    responseModes: RESPONSE_MODES,
    signingAlgorithms: SIGNING_ALGORITHMS,
    clientAlgorithms: CLIENT_ALGORITHMS,
    proofAlgorithms: PROOF_ALGORITHMS,
    languages: LANGUAGES,
  });
  return sendConstant({
    text: JSON.stringify(metadata),
    type: 'application/json; charset=utf-8',
    cacheControl: 'public, max-age=300',
    isTagged: true,
  });
}
