// Whether an access token is live. User information and introspection ask here, so they never disagree. Every call
// looks at everything anew: token, family, connection, account, key and switch.
import type { Application } from '../applications/application.ts';
import type { Ports } from '../ports.ts';
import { equalHashes } from '../secrets.ts';
import { readAccessToken } from './token-format.ts';
import type { AccessTokenInContext } from './token-store.ts';

/** A token that is live, and so belongs to an application that is there. */
export type LiveAccessToken = AccessTokenInContext & { application: Application };

/**
 * @param tryIt it is the console, finishing a run it started: login may be OFF there.
 * @returns undefined when the token is unknown, or dead for whatever reason. @throws Unavailable
 */
export async function findLiveAccessToken(
  deps: Pick<Ports, 'tokens' | 'clock'>,
  token: string,
  tryIt = false,
): Promise<LiveAccessToken | undefined> {
  const named = readAccessToken(token);
  if (!named) return undefined;
  const found = await deps.tokens.findAccessToken(named.id);
  return found && equalHashes(found.tokenHash, named.hash) && isLive(found, deps.clock.now(), tryIt)
    ? found
    : undefined;
}

const isLive = (found: AccessTokenInContext, now: number, tryIt: boolean): found is LiveAccessToken =>
  now < found.expiresAt &&
  !found.grantEnded &&
  found.application?.platforms.some(({ apiKey }) => apiKey === found.apiKey) === true &&
  (found.application.loginActivation || tryIt) &&
  found.connectionLive &&
  found.accountActive;
