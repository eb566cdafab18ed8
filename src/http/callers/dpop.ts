// DPoP proofs in requests (RFC 9449, contract 41): reads the header, and renews the nonce in every answer to one.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkProof, type ProvenKey } from '../../core/applications/client-jwts/check-proof.ts';
import { makeProofNonce } from '../../core/applications/client-jwts/proof-nonce.ts';
import type { Ports } from '../../core/operating/ports.ts';

export type DpopDeps = Pick<Ports, 'clock' | 'jwtCrypto' | 'secrets' | 'rules' | 'spentJwts'>;

/** Call it first: an answer that refuses the request has the nonce too. */
export function renewNonce(deps: DpopDeps, request: FastifyRequest, reply: FastifyReply): void {
  if (request.headers.dpop !== undefined) reply.header('dpop-nonce', makeProofNonce(deps.secrets, deps.clock.now()));
}

/**
 * The key that the request proves. Two headers arrive as one text with a comma in it, which is no JWT.
 * @param target `uri`: of the endpoint, by the public URL; `accessToken`: that it comes with
 * @returns undefined without a proof
 * @throws OAuthError `invalid_dpop_proof`, `use_dpop_nonce`
 */
export async function readProof(
  deps: DpopDeps,
  request: FastifyRequest,
  target: { uri: string; accessToken?: string },
): Promise<ProvenKey | undefined> {
  const sent = request.headers.dpop;
  if (sent === undefined) return undefined;
  return checkProof(deps, { text: String(sent), method: request.method, ...target });
}
