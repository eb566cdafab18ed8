// What both kinds of one-time link share: the secret, the row and the URL. Issuing a link ends older ones of the same
// purpose and account.
import type { AuthorizedAct } from '../../ground/acts/acting.ts';
import { hashSecret, newId, randomSecret } from '../../ground/secrets.ts';
import type { Ports } from '../ports.ts';
import type { LinkPurpose, OneTimeLink } from './one-time-link.ts';

/** A link as it is handed out, once: `token` is its secret, which is not stored. */
export type IssuedLink = { token: string; expiresAt: number };

export async function issueOneTimeLink(
  deps: Pick<Ports, 'links' | 'clock'>,
  input: { purpose: LinkPurpose; accountId: string | undefined; ttlSeconds: number; by?: AuthorizedAct | undefined },
): Promise<IssuedLink> {
  const token = randomSecret();
  const now = deps.clock.now();
  const link: OneTimeLink = {
    id: newId(deps.clock),
    tokenHash: hashSecret(token),
    purpose: input.purpose,
    accountId: input.accountId,
    createdAt: now,
    expiresAt: now + input.ttlSeconds * 1000,
  };
  await deps.links.issue(link, input.by);
  return { token, expiresAt: link.expiresAt };
}

/** The URL that the person opens. It starts with the configured public URL, never with anything from a request. */
export const oneTimeLinkUrl = (authUrl: string, purpose: LinkPurpose, token: string): string =>
  `${authUrl}/${purpose}?token=${token}`;
