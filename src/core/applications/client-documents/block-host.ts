// Operators, tokens of the scope `apis` and the command line block the documents of a host, and take them again
// (contract 46).
import type { Actor } from '../../ground/acts/acting.ts';
import { isDocumentUrl } from '../../server/policy/document-url.ts';
import type { Ports } from '../ports.ts';

type Deps = Pick<Ports, 'clientDocuments' | 'clock' | 'rules'>;

/** A host as documents can have it: in lower case, with a port that is not the default one. */
export const isClientHost = (host: string): boolean => !host.includes('/') && isDocumentUrl(`https://${host}/document`);

/**
 * @param input `host`: one for which `isClientHost` holds; `caller`: absent where the command line acts
 * @returns whether that changed anything. @throws ActRefused, ConfirmationNeeded
 */
export function setHostBlocked(
  { clientDocuments, clock, rules }: Deps,
  { host, isBlocked, caller }: { host: string; isBlocked: boolean; caller?: Actor | undefined },
): Promise<boolean> {
  const now = clock.now();
  return isBlocked
    ? clientDocuments.block(host, now, caller)
    : clientDocuments.unblock(host, rules.clientDocuments, now, caller);
}
