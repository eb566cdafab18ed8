// Ends a token when the application that it was issued to asks for it (RFC 7009, contract 7). For an unknown token, a
// token of another application, or text that is no token, nothing happens and the caller learns nothing. It works while
// login activation is OFF, too.
import type { Application } from '../../applications/applications/application.ts';
import { equalHashes } from '../../ground/secrets.ts';
import type { Ports } from '../ports.ts';
import { isRefreshTokenOf, type NamedRefreshToken, readAccessToken, readRefreshToken } from './token-format.ts';

type Deps = Pick<Ports, 'tokens' | 'clock' | 'secrets' | 'publish'>;

export type Revoked = 'access-token' | 'family' | 'nothing';

/**
 * A token's prefix says which kind it is, so `token_type_hint` is not needed.
 * @param input `application` is authenticated, by any of its API keys.
 * @returns what ended. It is in the database when this resolves. @throws Unavailable
 */
export async function revokeToken(
  deps: Deps,
  { application, token }: { application: Application; token: string },
): Promise<Revoked> {
  const access = readAccessToken(token);
  if (access) return endAccessToken(deps, application, access);
  const refresh = readRefreshToken(token);
  return refresh ? endFamily(deps, application, refresh) : 'nothing';
}

async function endAccessToken(
  deps: Deps,
  application: Application,
  { id, hash }: { id: string; hash: Buffer },
): Promise<Revoked> {
  const found = await deps.tokens.findAccessToken(id);
  if (!found || !equalHashes(found.tokenHash, hash) || found.applicationId !== application.id) return 'nothing';
  await deps.tokens.endAccessToken(id, deps.clock.now());
  deps.publish({ kind: 'application-events-due' });
  return 'access-token';
}

/** By a refresh token of any generation: a used one, too, proves that its holder once held the family. */
async function endFamily(deps: Deps, application: Application, refresh: NamedRefreshToken): Promise<Revoked> {
  const found = await deps.tokens.findGrant(refresh.grantId);
  if (!found || !isRefreshTokenOf(deps.secrets, found.grant, refresh)) return 'nothing';
  if (found.grant.applicationId !== application.id) return 'nothing';
  await deps.tokens.endFamily(refresh.grantId, deps.clock.now(), 'application');
  deps.publish({ kind: 'application-events-due' });
  return 'family';
}
