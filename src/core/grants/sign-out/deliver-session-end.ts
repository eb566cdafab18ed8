// Tells the application of one API key that a session has ended (OpenID Connect Back-Channel Logout 2.4 to 2.8): posts
// a signed logout token to the address that is registered now.
import { logoutTokenClaims } from '../../../protocol/id-token.ts';
import type { Application } from '../../applications/applications/application.ts';
import type { DeliveryAnswer } from '../../ground/outbox/message-kind.ts';
import { newId } from '../../ground/secrets.ts';
import { type Delivered, type FormDelivery, isDelivered, tellDelivered } from '../../sign-in/sessions/form-delivery.ts';
import type { DueSessionEnd } from '../../sign-in/sessions/session-client-store.ts';
import type { Ports } from '../ports.ts';

export type SessionEndDeps = Pick<Ports, 'applications' | 'signingKeys' | 'issuer' | 'clock'> & {
  formDelivery: FormDelivery;
};

/** @throws Unavailable when the store does not respond */
export async function deliverSessionEnd(
  deps: SessionEndDeps,
  message: DueSessionEnd,
  stopping: AbortSignal,
): Promise<DeliveryAnswer> {
  const found = await deps.applications.findByApiKey(message.apiKey);
  const uri = found?.application.backchannelLogoutUri;
  const recipient = found?.application.id;
  if (!found || uri === undefined) return { kind: 'dropped', reason: undefined, recipient };
  const fields = { logout_token: await makeLogoutToken(deps, message, found.application) };
  const delivered = await deps.formDelivery.post(uri, fields, stopping);
  return { recipient, ...answerOf(delivered) };
}

async function makeLogoutToken(deps: SessionEndDeps, message: DueSessionEnd, application: Application) {
  const signer = await deps.signingKeys.signer(application.idTokenAlg);
  const { apiKey: audience, sub, sid } = message;
  const facts = { issuer: deps.issuer, audience, issuedAt: deps.clock.now(), id: newId(deps.clock), sub, sid };
  return signer.sign('logout+jwt', logoutTokenClaims(facts));
}

/** Back-Channel Logout 2.8: 200 (204 from some frameworks) is success, 400 is final. */
export function answerOf(delivered: Delivered): Pick<DeliveryAnswer, 'kind' | 'reason' | 'retryAfterMs'> {
  const reason = tellDelivered(delivered);
  if (delivered.kind !== 'answered') return { kind: delivered.kind, reason };
  const { status, retryAfterMs } = delivered;
  if (isDelivered(delivered)) return { kind: 'delivered', reason };
  const mayPass = status === 408 || status === 429 || status >= 500;
  return { kind: mayPass ? 'deferred' : 'refused', reason, retryAfterMs };
}
