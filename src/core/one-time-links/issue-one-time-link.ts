// What both kinds of one-time link have in common: the secret in it, its row, and its address. Older links of the same
// purpose and account die when a new one is issued.
import type { Ports } from '../ports.ts';
import { hashSecret, newId, randomSecret } from '../secrets.ts';
import type { LinkPurpose, OneTimeLink } from './one-time-link.ts';

/** A link as it is handed out, once: `token` is the secret in it and is kept nowhere. */
export type IssuedLink = { token: string; expiresAt: number };

export async function issueOneTimeLink(
  deps: Pick<Ports, 'links' | 'clock'>,
  input: { purpose: LinkPurpose; accountId: string | undefined; ttlSeconds: number },
): Promise<IssuedLink> {
  const token = randomSecret();
  const now = deps.clock.now();
  const link: OneTimeLink = {
    id: newId(),
    tokenHash: hashSecret(token),
    purpose: input.purpose,
    accountId: input.accountId,
    createdAt: now,
    expiresAt: now + input.ttlSeconds * 1000,
  };
  await deps.links.issue(link);
  return { token, expiresAt: link.expiresAt };
}

/** The address a person opens. It starts with the configured public URL, never with what a request said. */
export const oneTimeLinkUrl = (authUrl: string, purpose: LinkPurpose, token: string): string =>
  `${authUrl}/${purpose}?token=${token}`;
