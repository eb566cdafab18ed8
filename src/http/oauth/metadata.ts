// GET /.well-known/openid-configuration (OpenID Connect Discovery 4) and /.well-known/oauth-authorization-server (RFC
// 8414 3): one document, made once, cacheable with an ETag.
import { PROMPTS, RESPONSE_MODES } from '../../core/authorize/authorization-request.ts';
import { PROOF_ALGORITHMS } from '../../core/client-jwts/check-proof.ts';
import { CLIENT_ALGORITHMS } from '../../core/client-jwts/client-key.ts';
import { KNOWN_SCOPES } from '../../core/consent/named-items.ts';
import { KNOWN_CLAIMS } from '../../core/consent/profile-claims.ts';
import { SIGNING_ALGORITHMS } from '../../core/keys/signing-key.ts';
import { providerMetadata } from '../../protocol/metadata.ts';
import { LANGUAGES } from '../../views/parts/page.ts';
import type { Route } from '../routes/route.ts';
import { sendConstant } from '../wire/constant-body.ts';
import { GRANTS } from './grants/grants.ts';

/** @param input public origins of the two hosts; whether requests can be pushed */
export function metadataRoutes(input: { authUrl: string; apiUrl: string; pushedRequests: boolean }): Route[] {
  const metadata = providerMetadata({
    issuer: input.authUrl,
    apiUrl: input.apiUrl,
    pushedRequests: input.pushedRequests,
    scopes: KNOWN_SCOPES,
    grantTypes: GRANTS.map(({ name }) => name),
    claims: KNOWN_CLAIMS,
    prompts: PROMPTS,
    responseModes: RESPONSE_MODES,
    signingAlgorithms: SIGNING_ALGORITHMS,
    clientAlgorithms: CLIENT_ALGORITHMS,
    proofAlgorithms: PROOF_ALGORITHMS,
    languages: LANGUAGES,
  });
  const handle = sendConstant({
    text: JSON.stringify(metadata),
    type: 'application/json; charset=utf-8',
    cacheControl: 'public, max-age=300',
    isTagged: true,
  });
  const at = (path: string): Route => ({
    path,
    errors: 'negotiated',
    cors: 'any',
    methods: { GET: { access: 'public', body: 'none', handle } },
  });
  return [at('/.well-known/openid-configuration'), at('/.well-known/oauth-authorization-server')];
}
