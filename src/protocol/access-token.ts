// The claims of an access token for an API (RFC 9068 2.2), in the JWT and in the answer of introspection alike.

import { type Acr, acrOf } from './id-token.ts';

/** Before the API key of a program that acts for itself. No person has a `sub` that begins so (contract 45). */
export const PROGRAM_PREFIX = 'client.';

export type AccessTokenClaims = {
  iss: string;
  sub: string;
  aud: string;
  client_id: string;
  scope: string;
  exp: number;
  iat: number;
  jti: string;
  /** Of a person's token, as the next two. */
  auth_time?: number;
  acr?: Acr;
  amr?: readonly string[];
  /** Where the person agreed to the item of this name. */
  groups?: readonly string[];
  /** Of a token that is bound to a key (RFC 9449 6). */
  cnf?: { jkt: string };
};

const toSeconds = (at: number): number => Math.floor(at / 1000);

/** The person for whom an application asks. */
export type TokenPerson = {
  /** Whom the API knows them as, through whichever application. */
  sub: string;
  authenticatedAt: number;
  /** RFC 8176. */
  amr: readonly string[];
  /** Names in order. Undefined: not agreed to, or the API receives none. */
  groups: readonly string[] | undefined;
};

/** Times are ms since the epoch. The claims have them in whole seconds, rounded down. */
export type AccessTokenFacts = {
  issuer: string;
  id: string;
  apiKey: string;
  /** The identifier of the API. */
  resource: string;
  scope: readonly string[];
  createdAt: number;
  expiresAt: number;
  /** Thumbprint of the key that it is bound to. */
  dpopJkt: string | undefined;
  /** Undefined: the program acts for itself. */
  person: TokenPerson | undefined;
};

export const accessTokenClaims = (facts: AccessTokenFacts): AccessTokenClaims => ({
  iss: facts.issuer,
  sub: facts.person?.sub ?? `${PROGRAM_PREFIX}${facts.apiKey}`,
  aud: facts.resource,
  client_id: facts.apiKey,
  scope: facts.scope.join(' '),
  exp: toSeconds(facts.expiresAt),
  iat: toSeconds(facts.createdAt),
  jti: facts.id,
  ...(facts.person && personClaims(facts.person)),
  ...(facts.dpopJkt !== undefined && { cnf: { jkt: facts.dpopJkt } }),
});

const personClaims = ({ authenticatedAt, amr, groups }: TokenPerson) => ({
  auth_time: toSeconds(authenticatedAt),
  acr: acrOf(amr),
  amr,
  ...(groups && { groups }),
});
