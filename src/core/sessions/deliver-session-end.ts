// Tells one API key's application that a session has ended (OpenID Connect Back-Channel Logout 2.4 to 2.8): a signed
// logout token, posted to the address as it is registered now. At least once: one that was sent by a process that died
// is sent again.
import { logoutTokenClaims } from '../../protocol/id-token.ts';
import type { Application } from '../applications/application.ts';
import type { Ports } from '../ports.ts';
import { newId } from '../secrets.ts';
import type { Delivered, FormDelivery } from './form-delivery.ts';
import type { DueSessionEnd } from './session-client-store.ts';

/** For the log. `dropped`: there is nobody to tell any more · `gave-up`: after a day, or told that it is of no use. */
export type SessionEndDelivery = {
  result: 'delivered' | 'dropped' | 'put-back' | 'gave-up';
  application: string | undefined;
  /** This one included. */
  tries: number;
  reason: string | undefined;
};

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses after the first try, the second …; after the last one, a day in all, it is given up. */
export const RETRY_PAUSES: readonly number[] = [
  ...[5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR],
  ...[3 * HOUR, 3 * HOUR, 3 * HOUR, 3 * HOUR, 3 * HOUR, 3 * HOUR, 3 * HOUR],
  HOUR + 47 * MINUTE + 25 * SECOND,
];

type Deps = Pick<Ports, 'sessionClients' | 'applications' | 'signingKeys' | 'issuer' | 'clock'>;

/**
 * @param message claimed by this process
 * @throws Unavailable when the store cannot answer; the message comes back when its claim is over.
 */
export async function deliverSessionEnd(
  deps: Deps & { formDelivery: FormDelivery },
  message: DueSessionEnd,
  stopping?: AbortSignal,
): Promise<SessionEndDelivery> {
  const found = await deps.applications.findByApiKey(message.apiKey);
  const uri = found?.application.backchannelLogoutUri;
  const told = { application: found?.application.id, tries: message.tries + 1 };
  if (!found || uri === undefined) {
    await deps.sessionClients.remove(message);
    return { result: 'dropped', reason: undefined, ...told };
  }
  const fields = { logout_token: await makeLogoutToken(deps, message, found.application) };
  const delivered = await deps.formDelivery.post(uri, fields, stopping);
  const wasCutOff = stopping?.aborted === true && delivered.kind === 'failed';
  const next: Next = wasCutOff ? { result: 'put-back', pauseMs: 0 } : whatNext(delivered, message.tries);
  if (next.result === 'put-back') await deps.sessionClients.putBack(message, deps.clock.now() + next.pauseMs);
  else await deps.sessionClients.remove(message);
  return { result: next.result, reason: reasonOf(delivered), ...told };
}

async function makeLogoutToken(deps: Deps, message: DueSessionEnd, application: Application): Promise<string> {
  const signer = await deps.signingKeys.signer(application.idTokenAlg);
  const { apiKey: audience, sub, sid } = message;
  const facts = { issuer: deps.issuer, audience, issuedAt: deps.clock.now(), id: newId(), sub, sid };
  return signer.sign('logout+jwt', logoutTokenClaims(facts));
}

type Next = { result: 'delivered' | 'gave-up' } | { result: 'put-back'; pauseMs: number };

/** Back-Channel Logout 2.8: 200 (from some frameworks 204) is done, 400 final. What may pass is tried again. */
export function whatNext(delivered: Delivered, failedBefore: number): Next {
  if (delivered.kind === 'refused') return { result: 'gave-up' };
  if (delivered.kind === 'answered') {
    const { status } = delivered;
    if (status >= 200 && status < 300) return { result: 'delivered' };
    const mayPass = status === 408 || status === 429 || status >= 500;
    if (!mayPass) return { result: 'gave-up' };
  }
  const pauseMs = RETRY_PAUSES[failedBefore];
  return pauseMs === undefined ? { result: 'gave-up' } : { result: 'put-back', pauseMs };
}

const reasonOf = (delivered: Delivered): string | undefined =>
  delivered.kind === 'answered' ? `answered ${delivered.status}` : delivered.reason;
