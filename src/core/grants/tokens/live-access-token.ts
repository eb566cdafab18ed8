// Decides whether an access token is live, for user information and introspection alike. Every call reads the current
// state of the token, its family, connection and account, the API key, and login activation.
import type { Application } from '../../applications/applications/application.ts';
import { equalHashes } from '../../ground/secrets.ts';
import type { Ports } from '../ports.ts';
import { type PresentedAccessToken, presentAccessToken } from './presented.ts';
import type { AccessTokenInContext, TokenStore } from './token-store.ts';

/** A live token. Its application exists. */
export type LiveAccessToken = AccessTokenInContext & { application: Application };

/** The part of the token store that finds access tokens. */
export type AccessTokens = Pick<TokenStore, 'findAccessToken'>;

/** @returns undefined when the token is unknown or no longer live, for whatever reason. @throws Unavailable */
export const findLiveAccessToken = (
  deps: Pick<Ports, 'clock'> & { tokens: AccessTokens },
  token: string,
): Promise<LiveAccessToken | undefined> => liveAccessToken(deps, presentAccessToken(deps, token));

/** @returns as `findLiveAccessToken` */
export async function liveAccessToken(
  deps: Pick<Ports, 'clock'>,
  { names, found: reading }: PresentedAccessToken,
): Promise<LiveAccessToken | undefined> {
  const found = await reading;
  return names && found && equalHashes(found.tokenHash, names.hash) && isLive(found, deps.clock.now())
    ? found
    : undefined;
}

const isLive = (found: AccessTokenInContext, now: number): found is LiveAccessToken =>
  now < found.expiresAt &&
  !found.grantEnded &&
  found.application?.platforms.some(({ apiKey }) => apiKey === found.apiKey) === true &&
  found.application.loginActivation &&
  // Test mode ends no access token; an audience of groups does (contract 31).
  (found.admitted || found.application.audience !== 'groups') &&
  found.connectionLive &&
  found.accountActive;
