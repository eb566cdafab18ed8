// Somebody forgot their password (contract 22). One row is written before the answer, for every address alike, so that
// neither the answer nor its time tells whether the address has an account. `answer-reset-requests.ts` does the rest.
import { checkEmail } from '../accounts/new-account.ts';
import type { Fault } from '../fault.ts';
import type { ClientAddress } from '../limits/client-address.ts';
import type { Limited } from '../limits/counted-try.ts';
import { countedMailRequest } from '../mail/count-mail-request.ts';
import type { ActedFrom } from '../mail/write-mail.ts';
import type { Ports } from '../ports.ts';
import { newId } from '../secrets.ts';

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
