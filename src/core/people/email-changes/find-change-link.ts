// What the page of the link to a new address needs (contract 21).

import { hashSecret } from '../../ground/secrets.ts';
import type { Ports } from '../ports.ts';
import { codeOfLink, type EmailProof } from '../verification/email-proof.ts';
import type { EmailChange } from './email-change.ts';

/** @returns undefined: the link is of no use, or proves the account's present address */
export async function findEmailChangeLink(
  { emailChanges, secrets, clock }: Pick<Ports, 'emailChanges' | 'secrets' | 'clock'>,
  token: string | undefined,
): Promise<{ token: string; proof: EmailProof; code: string | undefined; change: EmailChange } | undefined> {
  const found = token === undefined ? undefined : await emailChanges.findProof(hashSecret(token), clock.now());
  if (token === undefined || !found) return undefined;
  const { proof, change } = found;
  return { token, proof, code: codeOfLink(secrets, { token, proof }), change };
}
