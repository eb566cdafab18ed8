// Whether a client presents what only it can have: then a request at the token endpoint counts for it alone
// (contract 46).
import type { Ports } from '../ports.ts';
import { decideRotation } from './decide-rotation.ts';
import type { PresentedRefreshToken } from './presented.ts';
import { isRefreshTokenOf } from './token-format.ts';

/** Whether this is the live refresh token of a family of this API key. */
export async function possessesRefreshToken(
  deps: Pick<Ports, 'clock' | 'secrets'>,
  sent: PresentedRefreshToken | undefined,
  apiKey: string,
): Promise<boolean> {
  const { names: presented } = sent ?? {};
  const found = await sent?.found;
  if (!presented || !found || found.grant.apiKey !== apiKey || found.grant.endedAt !== undefined) return false;
  if (!isRefreshTokenOf(deps.secrets, found.grant, presented)) return false;
  const at = { now: deps.clock.now(), repeatSeconds: 0 };
  return found.grant.keepsRefreshToken || decideRotation(found.grant, presented.generation, at).kind === 'rotate';
}
