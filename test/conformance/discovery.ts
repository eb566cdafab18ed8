// The Config OP plan, and what the logout plans ask of the same document: OpenID Connect Discovery 3 and 4, RFC 8414,
// the key set behind `jwks_uri`.
import { importJWK, type JWK } from 'jose';
import { expect } from 'vitest';
import { endpoint, type Metadata, type Module, type Provider } from './module.ts';

/** Members that the specifications know, of those that are of use here: another one would be a misspelling. */
const KNOWN_MEMBERS = [
  'client_id_metadata_document_supported',
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'userinfo_endpoint',
  'jwks_uri',
  'revocation_endpoint',
  'introspection_endpoint',
  'device_authorization_endpoint',
  'end_session_endpoint',
  'scopes_supported',
  'response_types_supported',
  'response_modes_supported',
  'grant_types_supported',
  'acr_values_supported',
  'subject_types_supported',
  'prompt_values_supported',
  'display_values_supported',
  'claim_types_supported',
  'claims_supported',
  'claims_parameter_supported',
  'claims_locales_supported',
  'ui_locales_supported',
  'request_parameter_supported',
  'request_uri_parameter_supported',
  'require_request_uri_registration',
  'id_token_signing_alg_values_supported',
  'userinfo_signing_alg_values_supported',
  'token_endpoint_auth_methods_supported',
  'revocation_endpoint_auth_methods_supported',
  'introspection_endpoint_auth_methods_supported',
  'code_challenge_methods_supported',
  'authorization_response_iss_parameter_supported',
  'backchannel_logout_supported',
  'backchannel_logout_session_supported',
  'service_documentation',
  // RFC 8414 2, RFC 9449 5.1.
  'token_endpoint_auth_signing_alg_values_supported',
  'revocation_endpoint_auth_signing_alg_values_supported',
  'introspection_endpoint_auth_signing_alg_values_supported',
  'dpop_signing_alg_values_supported',
  // RFC 9126 5.
  'pushed_authorization_request_endpoint',
  'require_pushed_authorization_requests',
  'op_policy_uri',
  'op_tos_uri',
];

export const discoveryVerification: Module = {
  name: 'oidcc-discovery-endpoint-verification',
  verifies:
    'The discovery document is JSON at the issuer’s address, has every required member with lawful values and no unknown one; addresses are https; the key set is sound and holds public keys only.',
  async run({ provider }) {
    const { discoveryUrl } = provider;
    expect(discoveryUrl).toMatch(/^https:\/\/[^?#]+\/\.well-known\/openid-configuration$/);
    const response = await fetch(discoveryUrl);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^application\/json(;|$)/);
    const metadata = (await response.json()) as Metadata;
    expect(`${metadata.issuer}/.well-known/openid-configuration`).toBe(discoveryUrl);
    expect(Object.keys(metadata).filter((member) => !KNOWN_MEMBERS.includes(member))).toEqual([]);
    for (const value of Object.values(metadata).filter(Array.isArray)) expect(value).not.toEqual([]);
    checkAddresses(metadata);
    checkValues(metadata);
    await checkKeys(provider);
  },
};

export function checkAddresses(metadata: Metadata): void {
  const addresses = Object.keys(metadata).filter((member) => member.endsWith('_endpoint'));
  const required = ['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint'];
  expect(addresses).toEqual(expect.arrayContaining(required));
  for (const member of [...addresses, 'jwks_uri', 'issuer']) {
    const url = new URL(endpoint({ metadata }, member));
    expect([member, url.protocol, url.hash, url.username, url.search]).toEqual([member, 'https:', '', '', '']);
  }
}

function checkValues(metadata: Metadata): void {
  expect(metadata.response_types_supported).toContain('code');
  expect(metadata.grant_types_supported).toContain('authorization_code');
  const subjectTypes = metadata.subject_types_supported as string[];
  expect(subjectTypes.every((type) => type === 'public' || type === 'pairwise')).toBe(true);
  expect(metadata.id_token_signing_alg_values_supported).toContain('RS256');
  for (const member of ['userinfo_signing_alg_values_supported', 'claims_supported']) {
    expect(metadata[member] ?? ['-'], member).toEqual(expect.arrayContaining([expect.any(String)]));
  }
  expect(metadata.claims_supported).toContain('sub');
  expect(metadata.claims_parameter_supported).toBe(true);
  expect(metadata.request_uri_parameter_supported).toBeTypeOf('boolean');
  expect(metadata.scopes_supported).toContain('openid');
  for (const scope of metadata.scopes_supported as string[]) expect(scope).toMatch(/^[\x21\x23-\x5B\x5D-\x7E]+$/);
  for (const tag of metadata.ui_locales_supported as string[]) expect(Intl.getCanonicalLocales(tag)).toEqual([tag]);
  const methods = metadata.code_challenge_methods_supported as string[];
  expect(methods.some((method) => method === 'S256' || method === 'plain')).toBe(true);
}

/**
 * RFC 7517: keys of known types with ids of their own, none of them private or symmetric, one for each algorithm
 * offered.
 */
async function checkKeys(provider: Provider): Promise<void> {
  const response = await fetch(endpoint(provider, 'jwks_uri'));
  expect(response.status).toBe(200);
  const { keys } = (await response.json()) as { keys: JWK[] };
  for (const key of keys) {
    expect(['RSA', 'EC', 'OKP']).toContain(key.kty);
    expect(Object.keys(key).filter((member) => ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'].includes(member))).toEqual(
      [],
    );
    expect(key.kid).toMatch(/./);
    expect(key.use ?? 'sig').toBe('sig');
    expect(await importJWK(key, key.alg)).toBeDefined();
  }
  expect(new Set(keys.map(({ kid }) => kid)).size).toBe(keys.length);
  const algorithms = keys.map(({ alg }) => alg);
  for (const offered of provider.metadata.id_token_signing_alg_values_supported as string[]) {
    expect(algorithms).toContain(offered);
  }
}
