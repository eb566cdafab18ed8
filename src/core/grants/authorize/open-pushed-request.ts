// Opens a pushed authorization request (RFC 9126 4, contract 42). Opening neither spends nor binds it, because previews
// of links open addresses too: the first code ends it, for every browser.
import { Parameters } from '../../../protocol/parameters.ts';
import { hashSecret } from '../../ground/secrets.ts';
import type { Ports } from '../ports.ts';
import { STAMP_GOOD_FOR_MS } from './stamp.ts';

/** Why a `request_uri` of ours leads nowhere. */
export type PushedFault = 'request-uri-unknown' | 'request-uri-expired' | 'request-uri-used';

export type OpenedRequest =
  /** `stampHash`: what its code spends. */
  { kind: 'open'; parameters: Parameters; stampHash: Buffer } | { kind: 'closed'; fault: PushedFault };

const closed = (fault: PushedFault): OpenedRequest => ({ kind: 'closed', fault });

/**
 * @param input `arrivedAt`: when this browser opened it first, by its stamp, or now: that must be in time
 * @throws Unavailable
 */
export async function openPushedRequest(
  { pushedRequests }: Pick<Ports, 'pushedRequests'>,
  input: { requestUri: string; apiKey: string; arrivedAt: number },
): Promise<OpenedRequest> {
  const uriHash = hashSecret(input.requestUri);
  const found = await pushedRequests.find(uriHash);
  if (found?.apiKey !== input.apiKey) return closed('request-uri-unknown');
  if (found.isSpent) return closed('request-uri-used');
  const { expiresAt, stampHash } = found;
  if (input.arrivedAt >= expiresAt) return closed('request-uri-expired');
  const keptUntil = expiresAt + STAMP_GOOD_FOR_MS;
  const isKept = found.keptUntil === keptUntil || (await pushedRequests.keep({ uriHash, keptUntil }));
  if (!isKept) return closed('request-uri-expired');
  return { kind: 'open', parameters: Parameters.parse(found.parameters), stampHash };
}
