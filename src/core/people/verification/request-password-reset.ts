// Somebody forgot their password (contract 22). One row is written before the answer, for every address alike, so that
// neither the answer nor its time tells whether the address has an account. `answer-reset-requests.ts` does the rest.

import type { Fault } from '../../ground/fault.ts';
import type { ClientAddress } from '../../ground/limits/client-address.ts';
import type { Limited } from '../../ground/limits/counted-try.ts';
import { newId } from '../../ground/secrets.ts';
import { countedMailRequest } from '../../server/mail/count-mail-request.ts';
import type { ActedFrom } from '../../server/mail/write-mail.ts';
import { checkEmail } from '../accounts/new-account.ts';
import type { Ports } from '../ports.ts';

type Deps = Pick<Ports, 'resetRequests' | 'signInLimits' | 'secrets' | 'clock' | 'rules' | 'publish'>;

/** Encrypted in the row. */
export type ResetRequestFacts = { email: string; from: ActedFrom };

/** As long as the link that it leads to. */
const TTL_MS = 60 * 60 * 1000;

export async function requestPasswordReset(
  deps: Deps,
  { email, from }: { email: string | undefined; from: ActedFrom & ClientAddress },
): Promise<{ kind: 'accepted' } | { kind: 'refused'; faults: Fault[] } | Limited> {
  const { address, faults } = checkEmail(email);
  if (!address) return { kind: 'refused', faults };
  return countedMailRequest(deps, from, async () => {
    const id = newId(deps.clock);
    const { site, userAgent, language } = from;
    const facts: ResetRequestFacts = { email: address.email, from: { site, userAgent, language } };
    const sealed = deps.secrets.seal('reset-request', id, Buffer.from(JSON.stringify(facts)));
    const now = deps.clock.now();
    await deps.resetRequests.insert({ id, sealed, expiresAt: now + TTL_MS }, now);
    deps.publish({ kind: 'reset-requested' });
    return { kind: 'accepted' };
  });
}
