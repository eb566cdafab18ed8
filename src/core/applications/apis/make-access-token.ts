// Makes an access token for an API of the operator, in the format of the API (RFC 9068; contract 45).
import { type AccessTokenFacts, accessTokenClaims } from '../../../protocol/access-token.ts';
import type { Ports } from '../ports.ts';
import type { Api } from './api.ts';
import { newOpaqueToken } from './resource-token.ts';

/** @throws Unavailable */
export async function makeAccessToken(
  { signingKeys, issuer }: Pick<Ports, 'signingKeys' | 'issuer'>,
  { resource, accessTokenFormat, accessTokenAlg }: Pick<Api, 'resource' | 'accessTokenFormat' | 'accessTokenAlg'>,
  facts: Omit<AccessTokenFacts, 'issuer' | 'resource'>,
): Promise<string> {
  if (accessTokenFormat === 'opaque') return newOpaqueToken(facts.id);
  const signer = await signingKeys.signer(accessTokenAlg);
  return signer.sign('at+jwt', accessTokenClaims({ ...facts, issuer, resource }));
}
