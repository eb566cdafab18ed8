// Whether an access token for an API is live, for introspection and revocation (contract 7, 45). What it was earned
// with is read anew each time, and its scope is what the application may still have.
import { type AccessTokenClaims, accessTokenClaims } from '../../../protocol/access-token.ts';
import { equalHashes } from '../../ground/secrets.ts';
import type { Ports } from '../ports.ts';
import { type ResourceTokenInContext, readResourceToken } from './resource-token.ts';

/** The claims of the token, whose `scope` is what the application may still have. */
export type LiveResourceToken = AccessTokenClaims & { token_type: 'Bearer' | 'DPoP' };

type Of = { apiId: string } | { applicationId: string };

/** @returns undefined: no token of this server, or not live, or not of this API or application. @throws Unavailable */
export async function introspectResourceToken(
  deps: Pick<Ports, 'apis' | 'clock' | 'issuer'>,
  token: string,
  of: Of,
): Promise<LiveResourceToken | undefined> {
  const found = await findResourceToken(deps, token, of);
  if (!found || deps.clock.now() >= found.expiresAt || found.given.length === 0) return undefined;
  const claims = accessTokenClaims({ ...found, issuer: deps.issuer, scope: found.given });
  return { ...claims, token_type: found.dpopJkt === undefined ? 'Bearer' : 'DPoP' };
}

/** Ends it: it is inactive at introspection. A JWT is valid to whoever checks it alone until it expires. */
export async function revokeResourceToken(
  deps: Pick<Ports, 'apis' | 'clock' | 'publish'>,
  token: string,
  of: { applicationId: string },
): Promise<boolean> {
  const found = await findResourceToken(deps, token, of);
  if (!found) return false;
  await deps.apis.removeToken(found.id, deps.clock.now());
  if (found.grantId !== undefined) deps.publish({ kind: 'application-events-due' });
  return true;
}

async function findResourceToken(
  deps: Pick<Ports, 'apis'>,
  token: string,
  of: Of,
): Promise<ResourceTokenInContext | undefined> {
  const named = readResourceToken(token);
  const found = named && (await deps.apis.findToken(named.id));
  if (!found || !equalHashes(found.tokenHash, named.hash)) return undefined;
  const isTheirs = 'apiId' in of ? found.apiId === of.apiId : found.applicationId === of.applicationId;
  return isTheirs ? found : undefined;
}
