// What an access token opens right now (contract 6). Every call looks at everything anew: token, family, connection,
// account, key, switch and items, so that whatever was ended, withdrawn or removed acts at the next call.
import { invalidToken } from '../../protocol/errors.ts';
import { agreedItems } from '../consent/named-items.ts';
import { claimsOfItems } from '../consent/profile-claims.ts';
import type { Ports } from '../ports.ts';
import { equalHashes } from '../secrets.ts';
import { readAccessToken } from './token-format.ts';
import type { AccessTokenInContext } from './token-store.ts';

/** How often reading is noted on the connection: never a write per read. */
const NOTE_EVERY_MS = 5 * 60 * 1000;

/** @throws OAuthError `invalid_token`; `Unavailable` */
export async function readUserInfo(
  deps: Pick<Ports, 'tokens' | 'connections' | 'clock'>,
  input: { token: string },
): Promise<{ applicationId: string; claims: Record<string, unknown> }> {
  const named = readAccessToken(input.token);
  if (!named) throw invalidToken();
  const found = await deps.tokens.findAccessToken(named.id);
  const now = deps.clock.now();
  if (!found || !equalHashes(found.tokenHash, named.hash) || !isLive(found, now)) throw invalidToken();
  if (now - (found.connectionLastUsedAt ?? 0) > NOTE_EVERY_MS) {
    await deps.connections.touch(found.applicationId, found.accountId, now);
  }
  return { applicationId: found.applicationId, claims: { sub: found.sub, ...openedClaims(found) } };
}

const isLive = (found: AccessTokenInContext, now: number): boolean =>
  now < found.expiresAt &&
  !found.grantEnded &&
  found.apiKeyExists &&
  found.loginActivation &&
  found.connectionLive &&
  found.accountActive;

/** The token's items that are still agreed in the connection and still registered, and have a value. */
function openedClaims(found: AccessTokenInContext): Record<string, unknown> {
  return claimsOfItems(agreedItems(found.items, found.registeredItems, found.answers), {
    email: found.email,
    emailVerified: found.emailVerified,
    profile: found.profile,
    updatedAt: found.accountUpdatedAt,
  });
}
