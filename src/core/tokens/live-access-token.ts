// Decides whether an access token is live, for user information and introspection alike. Every call reads the current
// state of the token, its family, connection and account, the API key, and login activation.
import type { Application } from '../applications/application.ts';
import type { Ports } from '../ports.ts';
import { equalHashes } from '../secrets.ts';
import { readAccessToken } from './token-format.ts';
import type { AccessTokenInContext, TokenStore } from './token-store.ts';

/** A live token. Its application exists. */
export type LiveAccessToken = AccessTokenInContext & { application: Application };

/** The part of the token store that finds access tokens. */
export type AccessTokens = Pick<TokenStore, 'findAccessToken'>;

/** @returns undefined when the token is unknown or no longer live, for whatever reason. @throws Unavailable */
export async function findLiveAccessToken(
  deps: Pick<Ports, 'clock'> & { tokens: AccessTokens },
  token: string,
): Promise<LiveAccessToken | undefined> {
  const named = readAccessToken(token);
  if (!named) return undefined;
  const found = await deps.tokens.findAccessToken(named.id);
  return found && equalHashes(found.tokenHash, named.hash) && isLive(found, deps.clock.now()) ? found : undefined;
}

const isLive = (found: AccessTokenInContext, now: number): found is LiveAccessToken =>
  now < found.expiresAt &&
  !found.grantEnded &&
  found.application?.platforms.some(({ apiKey }) => apiKey === found.apiKey) === true &&
  found.application.loginActivation &&
  found.connectionLive &&
  found.accountActive;
