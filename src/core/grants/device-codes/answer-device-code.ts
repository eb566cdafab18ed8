// A person confirms or denies what a device asked for, once (RFC 8628 3.3). What confirms stores the session and the
// numbers that it was earned with, and the code is redeemed only while they stand (contract 2).

import { ConfirmationNeeded, validSession } from '../../ground/acts/session-proof.ts';
import { hashSecret, randomSecret } from '../../ground/secrets.ts';
import type { SignedIn } from '../../sign-in/sessions/session.ts';
import { type Agreed, newGrant, noteUse } from '../authorize/issue-code.ts';
import type { Ports } from '../ports.ts';
import type { FoundCode } from './find-user-code.ts';

type Deps = Pick<Ports, 'deviceCodes' | 'connections' | 'clock' | 'secrets' | 'publish'>;

/**
 * @returns `over`: it has an answer, is over, or what it was earned with has ended; nothing is stored
 * @throws ConfirmationNeeded when the session has ended; `Unavailable`
 */
export async function confirmDeviceCode(
  deps: Deps,
  { code }: FoundCode,
  agreed: Agreed,
): Promise<{ kind: 'issued' | 'over' }> {
  const { session, connection, request } = agreed;
  const now = deps.clock.now();
  // Nobody knows this code: the device code alone leads to the grant.
  const unknown = { codeHash: hashSecret(randomSecret()), codeExpiresAt: code.expiresAt, stampHash: undefined };
  const confirmed = await deps.deviceCodes.confirm({
    id: code.id,
    grant: newGrant(deps, { ...agreed, ...unknown, now }),
    proof: validSession(session),
    now,
  });
  if (!confirmed) return { kind: 'over' };
  noteUse(deps, connection, now);
  deps.publish({
    kind: 'device-code-answered',
    applicationId: request.application.id,
    accountId: session.accountId,
    result: 'confirmed',
  });
  return { kind: 'issued' };
}

/** @returns false: it has an answer or is over, or the session has ended */
export async function denyDeviceCode(deps: Deps, found: FoundCode, { session, account }: SignedIn): Promise<boolean> {
  try {
    const { id } = found.code;
    const denied = await deps.deviceCodes.deny({ id, proof: validSession(session), now: deps.clock.now() });
    if (!denied) return false;
  } catch (error) {
    if (error instanceof ConfirmationNeeded) return false;
    throw error;
  }
  deps.publish({
    kind: 'device-code-answered',
    applicationId: found.request.application.id,
    accountId: account.id,
    result: 'denied',
  });
  return true;
}
