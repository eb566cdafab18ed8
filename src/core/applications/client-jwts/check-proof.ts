// Checks a DPoP proof (RFC 9449 4.3, contract 41): whoever sends it has the private key of the public one inside. It
// is judged before the code or token that it comes with, and spent after that, so that nobody fills the database with
// proofs of keys that nothing is bound to.
import { invalidProof, useProofNonce } from '../../../protocol/errors.ts';
import { parseUrl } from '../../ground/parse-url.ts';
import { hashParts, hashSecret } from '../../ground/secrets.ts';
import { type ClientAlgorithm, type ClientKey, fits, readClientKey } from '../../server/keys/client-key.ts';
import type { Ports } from '../ports.ts';
import { readProofNonce } from './proof-nonce.ts';
import { readJwt, type SentJwt, timeIn } from './read-jwt.ts';
import type { SpentJwtStore } from './spent-jwt-store.ts';
import { thumbprintOf } from './thumbprint.ts';

type Deps = Pick<Ports, 'clock' | 'jwtCrypto' | 'secrets' | 'rules'> & { spentJwts: SpentJwtStore };

export type SentProof = {
  /** The value of the header. */
  text: string;
  method: string;
  /** Of the endpoint, by the public URL of the settings. */
  uri: string;
  /** The access token that it comes with, at user-info. */
  accessToken?: string;
};

export type ProvenKey = {
  /** Thumbprint of the key (RFC 7638). */
  jkt: string;
  /** SPENDS THE PROOF. @throws OAuthError `invalid_dpop_proof` when it was used before; `Unavailable` */
  spend(): Promise<void>;
};

export const PROOF_ALGORITHMS = ['ES256', 'PS256', 'EdDSA', 'Ed25519'] as const satisfies readonly ClientAlgorithm[];

const AHEAD_MS = 60_000;
const BACK_MS = 60_000;
const MAX_ID_LENGTH = 256;

/** @throws OAuthError `invalid_dpop_proof`, `use_dpop_nonce` */
export async function checkProof(deps: Deps, sent: SentProof): Promise<ProvenKey> {
  const jwt = readJwt(sent.text);
  if (!jwt) throw invalidProof('dpop-proof-malformed', 'The DPoP header must be one signed JWT.');
  const { key, algorithm } = requireKey(jwt);
  if (!deps.jwtCrypto.isSignedBy(jwt.text, key, algorithm)) {
    throw invalidProof('dpop-proof-signature', 'The signature of the DPoP proof is wrong.');
  }
  requireTarget(jwt, sent);
  const until = requireTime(deps, jwt);
  requireToken(jwt, sent);
  const { jti } = jwt.claims;
  if (typeof jti !== 'string' || jti === '' || jti.length > MAX_ID_LENGTH) {
    throw invalidProof('dpop-proof-id', `The DPoP proof needs a jti of at most ${MAX_ID_LENGTH} characters.`);
  }
  const jkt = thumbprintOf(key);
  const idHash = hashParts(['dpop', jkt, sent.uri, jti]);
  return {
    jkt,
    async spend() {
      if (await deps.spentJwts.spend({ idHash, until, now: deps.clock.now() })) return;
      throw invalidProof('dpop-proof-used', 'The DPoP proof was already used. Make a new one for each request.');
    },
  };
}

function requireKey({ header }: SentJwt): { key: ClientKey; algorithm: ClientAlgorithm } {
  const { typ, alg, jwk, crit } = header;
  if (typeof typ !== 'string' || !/^(?:application\/)?dpop\+jwt$/i.test(typ)) {
    throw invalidProof('dpop-proof-type', 'typ of the DPoP proof must be dpop+jwt.');
  }
  const algorithm = PROOF_ALGORITHMS.find((known) => known === alg);
  if (!algorithm) {
    throw invalidProof('dpop-proof-algorithm', `The DPoP proof must be signed with ${PROOF_ALGORITHMS.join(', ')}.`);
  }
  if (crit !== undefined) throw invalidProof('dpop-proof-malformed', 'The header of the DPoP proof has a crit.');
  const reading = readClientKey(jwk);
  if (reading.kind === 'fault') throw keyFault(reading.fault);
  if (!fits(reading.key, algorithm)) throw keyFault('unusable');
  return { key: reading.key, algorithm };
}

const keyFault = (fault: 'private' | 'unusable') =>
  fault === 'private'
    ? invalidProof('dpop-proof-private-key', 'jwk of the DPoP proof is a private key. Replace that key.')
    : invalidProof('dpop-proof-key', 'jwk of the DPoP proof is not a public key for its algorithm.');

function requireTarget({ claims }: SentJwt, { method, uri }: SentProof): void {
  if (claims.htm !== method) throw invalidProof('dpop-proof-method', `htm of the DPoP proof must be ${method}.`);
  if (typeof claims.htu !== 'string' || targetOf(claims.htu) !== targetOf(uri)) {
    throw invalidProof('dpop-proof-uri', `htu of the DPoP proof must be ${uri}.`);
  }
}

/** Case of scheme and host, a default port, query and fragment make no difference (RFC 9449 4.3, 9). */
function targetOf(text: string): string | undefined {
  const url = /^https?:\/\/[^\s\\]+$/i.test(text) ? parseUrl(text) : undefined;
  if (url?.username !== '' || url.password !== '') return undefined;
  return `${url.protocol}//${url.host}${url.pathname}`;
}

/** @returns until when the proof could be accepted, in ms */
function requireTime({ clock, secrets, rules }: Deps, jwt: SentJwt): number {
  const now = clock.now();
  const issuedAt = timeIn(jwt, 'iat');
  if (issuedAt === undefined || !(issuedAt <= now + AHEAD_MS)) throw outOfTime();
  const { nonce } = jwt.claims;
  const nonceEnds = typeof nonce === 'string' ? readProofNonce(secrets, nonce, now) : undefined;
  if (nonceEnds === undefined && (nonce !== undefined || rules.dpopNonce)) {
    throw useProofNonce(
      nonce === undefined ? 'dpop-nonce-missing' : 'dpop-nonce-unknown',
      'The DPoP proof needs the nonce in the DPoP-Nonce header of this answer.',
    );
  }
  if (nonceEnds === undefined && issuedAt < now - BACK_MS) throw outOfTime();
  return Math.ceil(Math.max(issuedAt + BACK_MS, nonceEnds ?? 0)) + 1;
}

const outOfTime = () =>
  invalidProof('dpop-proof-time', 'iat of the DPoP proof must be within 60 seconds of the server’s clock.');

/** RFC 9449 4.2 `ath`. */
function requireToken({ claims }: SentJwt, { accessToken }: SentProof): void {
  if (accessToken === undefined || claims.ath === hashSecret(accessToken).toString('base64url')) return;
  throw invalidProof('dpop-proof-token', 'ath of the DPoP proof must be the hash of the access token that was sent.');
}
