// Ends a token at the word of the application it was issued to (RFC 7009, contract 7). What is unknown, foreign or no
// token at all is none of the caller's, and nothing happens: whoever asks learns nothing about it. Login activation OFF
// stops no one from ending what they hold.
import type { Application } from '../applications/application.ts';
import type { Ports } from '../ports.ts';
import { equalHashes } from '../secrets.ts';
import { isRefreshTokenOf, type NamedRefreshToken, readAccessToken, readRefreshToken } from './token-format.ts';

type Deps = Pick<Ports, 'tokens' | 'clock' | 'secrets'>;

export type Revoked = 'access-token' | 'family' | 'nothing';

/**
 * A token tells by itself what kind it is, so a hint about it has nothing to decide.
 * @param input `application` has proven itself already, with any of its API keys
 * @returns what ended, in the database when this resolves. @throws Unavailable
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
  await deps.tokens.endAccessToken(id);
  return 'access-token';
}

/** By a refresh token of any generation: who holds a used one held the family once, and says that it shall end. */
async function endFamily(deps: Deps, application: Application, refresh: NamedRefreshToken): Promise<Revoked> {
  const found = await deps.tokens.findGrant(refresh.grantId);
  if (!found || !isRefreshTokenOf(deps.secrets, found.grant, refresh)) return 'nothing';
  if (found.grant.applicationId !== application.id) return 'nothing';
  await deps.tokens.endFamily(refresh.grantId, deps.clock.now());
  return 'family';
}
