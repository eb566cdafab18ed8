// Checks the JWT by which an application proves who it is (contract 40; RFC 7523 3). First what needs no key,
// then the signature, then the claims. The assertion is spent last, so that a refused one can be sent again.
import { invalidClient } from '../../../protocol/errors.ts';
import type { RefusalReportedAs } from '../../../protocol/refusals/refusals.ts';
import { hashParts } from '../../ground/secrets.ts';
import { CLIENT_ALGORITHMS, type ClientAlgorithm, type ClientKey, fits } from '../../server/keys/client-key.ts';
import type { Application } from '../applications/application.ts';
import type { Ports } from '../ports.ts';
import { namesOwnKey, type SentJwt, timeIn } from './read-jwt.ts';
import { isFapi } from './security-profile.ts';

type Deps = Pick<Ports, 'clock' | 'jwtCrypto' | 'keySets' | 'spentJwts'>;

export type SentAssertion = {
  jwt: SentJwt;
  /** Each of them names this server: the issuer first, the token endpoint, and the endpoint that was called. */
  audiences: readonly string[];
};

/** RFC 7519 5.1 and draft-ietf-oauth-rfc7523bis; in any case, with or without `application/`. */
const TYPES = ['jwt', 'client-authentication+jwt'];

/** How far ahead `exp` may be, in ms: for so long an assertion is remembered. */
const MAX_AHEAD_MS = 10 * 60_000;
/** How far the clock of an application may be ahead, in ms. */
const SKEW_MS = 30_000;
const MAX_ID_LENGTH = 256;

const FAPI_ALGORITHMS = CLIENT_ALGORITHMS.filter((algorithm) => algorithm !== 'RS256');

/**
 * @param client whose key is named by the request
 * @throws OAuthError `invalid_client`; `Unavailable`
 */
export async function checkAssertion(
  deps: Deps,
  { application, apiKey }: { application: Application; apiKey: string },
  { jwt, audiences }: SentAssertion,
): Promise<void> {
  const refuse = refusalFor(application);
  const algorithm = requireHeader(jwt, isFapi(application) ? FAPI_ALGORITHMS : CLIENT_ALGORITHMS, refuse);
  const { keys, trouble } = await findKeys(deps, application, jwt, algorithm);
  if (keys.length === 0) throw noKey(refuse, application, trouble);
  if (!keys.some((key) => deps.jwtCrypto.isSignedBy(jwt.text, key, algorithm))) {
    throw refuse('client-assertion-signature', 'The signature of client_assertion is wrong.');
  }
  const rules = { apiKey, audiences, isStrict: isFapi(application), now: deps.clock.now() };
  const expiresAt = requireClaims(jwt, rules, refuse);
  const { jti } = jwt.claims;
  if (typeof jti !== 'string' || jti === '' || jti.length > MAX_ID_LENGTH) {
    throw refuse('client-assertion-id', `client_assertion needs a jti of at most ${MAX_ID_LENGTH} characters.`);
  }
  const idHash = hashParts(['client-assertion', application.id, jti]);
  if (!(await deps.spentJwts.spend({ idHash, until: expiresAt, now: deps.clock.now() }))) {
    throw refuse('client-assertion-used', 'client_assertion was already used. Make a new one for each request.');
  }
}

type Refuse = (code: RefusalReportedAs<'invalid_client'>, description: string, why?: string) => Error;

const refusalFor =
  ({ id }: Application): Refuse =>
  (code, description, why) =>
    invalidClient(code, description, `application ${id}${why === undefined ? '' : `: ${why}`}`);

function requireHeader(jwt: SentJwt, known: readonly ClientAlgorithm[], refuse: Refuse): ClientAlgorithm {
  const { alg, typ, kid, crit } = jwt.header;
  const algorithm = known.find((one) => one === alg);
  if (!algorithm) {
    throw refuse('client-assertion-algorithm', `client_assertion must be signed with ${known.join(', ')}.`);
  }
  if (typ !== undefined && !isType(typ)) {
    throw refuse('client-assertion-type', 'typ of client_assertion must be JWT or client-authentication+jwt.');
  }
  if (namesOwnKey(jwt)) {
    throw refuse('client-assertion-key-inside', 'client_assertion must not carry a key or the address of one.');
  }
  if (crit !== undefined || (kid !== undefined && typeof kid !== 'string')) {
    throw refuse('client-assertion-malformed', 'The header of client_assertion has a crit, or a kid that is no text.');
  }
  return algorithm;
}

const isType = (typ: unknown): boolean =>
  typeof typ === 'string' && TYPES.includes(typ.toLowerCase().replace(/^application\//, ''));

/** The registered keys that can have signed it. */
function findKeys(
  { keySets }: Deps,
  { jwks, jwksUri, documentUrl }: Application,
  { header: { kid } }: SentJwt,
  algorithm: ClientAlgorithm,
): Promise<{ keys: readonly ClientKey[]; trouble?: string | undefined }> {
  const pick = (keys: readonly ClientKey[]) =>
    keys.filter((key) => fits(key, algorithm) && (kid === undefined || key.kid === undefined || key.kid === kid));
  if (jwksUri === undefined) return Promise.resolve({ keys: pick(jwks?.keys ?? []) });
  return keySets[documentUrl === undefined ? 'registered' : 'document'].find(jwksUri, pick);
}

function noKey(refuse: Refuse, { jwks, jwksUri }: Application, trouble: string | undefined): Error {
  if (trouble !== undefined) {
    return refuse('client-keys-unreachable', 'The keys at jwks_uri could not be read.', trouble);
  }
  const hasKeys = jwksUri !== undefined || (jwks?.keys.length ?? 0) > 0;
  const description = hasKeys
    ? 'No registered key has the kid and the algorithm of client_assertion.'
    : 'The application has no keys.';
  return refuse('client-assertion-key-unknown', description);
}

/** `isStrict`: the audience is the issuer alone, as one string (FAPI 2.0 Security Profile 5.3.2.1). */
type ClaimRules = { apiKey: string; audiences: readonly string[]; isStrict: boolean; now: number };

/** @returns when it expires, in ms */
function requireClaims(jwt: SentJwt, { apiKey, audiences, isStrict, now }: ClaimRules, refuse: Refuse): number {
  const { iss, sub, aud } = jwt.claims;
  if (iss !== apiKey || sub !== apiKey) {
    throw refuse('client-assertion-issuer', 'iss and sub of client_assertion must both be the client_id.');
  }
  // Two values would let another server that is named there use the assertion here (decision 81).
  const audience = Array.isArray(aud) && aud.length === 1 && !isStrict ? aud[0] : aud;
  const allowed = isStrict ? audiences.slice(0, 1) : audiences;
  if (typeof audience !== 'string' || !allowed.includes(audience)) {
    throw refuse('client-assertion-audience', `aud of client_assertion must be one value: ${audiences[0]}.`);
  }
  const expiresAt = timeIn(jwt, 'exp');
  if (!(expiresAt !== undefined && expiresAt > now && expiresAt <= now + MAX_AHEAD_MS)) {
    throw refuse('client-assertion-expiry', 'exp of client_assertion must be in the next 10 minutes.');
  }
  const isAhead = (name: string): boolean => {
    const time = timeIn(jwt, name);
    return time !== undefined && !(time <= now + SKEW_MS);
  };
  if (isAhead('nbf') || isAhead('iat')) {
    throw refuse('client-assertion-early', 'nbf or iat of client_assertion is in the future.');
  }
  return Math.ceil(expiresAt);
}
