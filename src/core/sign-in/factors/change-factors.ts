// What happens to second factors after they were set up: new recovery codes, and removing everything, by the person.
// Removing ends sessions (decision 46), so that whoever is half signed in starts anew.

import { proofOf } from '../../ground/acts/session-proof.ts';
import { type ActedFrom, writeNotice } from '../../server/mail/write-mail.ts';
import type { Ports } from '../ports.ts';
import { keepSession } from '../sessions/end-sessions.ts';
import type { SignedIn } from '../sessions/session.ts';
import type { SessionWithHandle } from '../sessions/start-session.ts';
import { hashRecoveryCodes, newRecoveryCodes } from './recovery-code.ts';

type Deps = Pick<Ports, 'factors' | 'secrets' | 'rules' | 'clock' | 'publish'>;

/** @returns undefined: the account has no one-time codes. @throws ConfirmationNeeded */
export async function replaceRecoveryCodes(
  deps: Deps,
  { account, session }: SignedIn,
  from: ActedFrom,
): Promise<readonly string[] | undefined> {
  const codes = newRecoveryCodes();
  const recoveryHashes = await hashRecoveryCodes(codes);
  const now = deps.clock.now();
  const proof = proofOf(session, now);
  const accountId = account.id;
  const mail = writeNotice(deps, { kind: 'recovery-codes-replaced', accountId, from });
  if (!(await deps.factors.replaceRecoveryCodes({ accountId, recoveryHashes, proof, mail, now }))) return undefined;
  deps.publish({ kind: 'mail-queued' });
  return codes;
}

/**
 * @returns this session under its new handle; undefined: there was nothing to remove, or the session ended a moment
 *   earlier
 * @throws ConfirmationNeeded
 */
export async function removeFactors(
  deps: Deps,
  signedIn: SignedIn,
  from: ActedFrom,
): Promise<SessionWithHandle | undefined> {
  const { keep, opened } = keepSession(signedIn);
  const { accountId, signInEpoch: fromEpoch } = signedIn.session;
  const now = deps.clock.now();
  const proof = proofOf(signedIn.session, now);
  const mail = writeNotice(deps, { kind: 'two-step-off', accountId, from });
  if (!(await deps.factors.remove({ accountId, fromEpoch, keep, proof, mail, now }))) return undefined;
  deps.publish({ kind: 'sessions-ended', accountId });
  deps.publish({ kind: 'mail-queued' });
  return opened;
}
