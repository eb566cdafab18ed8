// The only place that knows what comes next in an authorization request: sign in, consent, the code, or an error.
// Pure: the request, who is signed in, and what they agreed to before go in; one outcome comes out.
import { consentRequired, interactionRequired, loginRequired, type OAuthError } from '../../protocol/errors.ts';
import type { ConsentItemName } from '../consent/catalogue.ts';
import type { Connection } from '../consent/connection.ts';
import { nameItems } from '../consent/named-items.ts';
import { whatToAsk } from '../consent/what-to-ask.ts';
import type { SignedIn } from '../sessions/session.ts';
import type { AuthorizationRequest } from './authorization-request.ts';

export type Next =
  | { kind: 'login' }
  | { kind: 'consent' }
  | { kind: 'return-code'; items: readonly ConsentItemName[] }
  | { kind: 'return-error'; error: OAuthError };

/** @param input `arrivedAt` is when the request first arrived (`lk_stamp`), ms. */
export function decideNext(input: {
  request: AuthorizationRequest;
  signedIn: SignedIn | undefined;
  connection: Connection | undefined;
  arrivedAt: number;
}): Next {
  const { request, signedIn, connection, arrivedAt } = input;
  const silent = request.prompt.has('none');
  if (!signedIn || !isRecentEnough(request, signedIn.session.authenticatedAt, arrivedAt)) {
    return silent
      ? { kind: 'return-error', error: loginRequired('Nobody is signed in, or not recently enough.') }
      : { kind: 'login' };
  }
  const asked = whatToAsk({
    named: nameItems(request.application.consentItems, request.scope),
    connection,
    person: signedIn.account,
    always: request.prompt.has('consent') || request.native,
  });
  if (asked.kind === 'nothing') return { kind: 'return-code', items: asked.items };
  if (!silent) return { kind: 'consent' };
  const error =
    asked.why === 'consent'
      ? consentRequired('The user has to be shown the consent page.')
      : interactionRequired('A required item has no value yet; the user has to be asked for it.');
  return { kind: 'return-error', error };
}

/** `prompt=login` and `max_age=0`: signed in since the request was made; `max_age=n`: at most n seconds before it. */
function isRecentEnough(request: AuthorizationRequest, authenticatedAt: number, arrivedAt: number): boolean {
  if (request.prompt.has('login') && authenticatedAt < arrivedAt) return false;
  return request.maxAgeSeconds === undefined || authenticatedAt >= arrivedAt - request.maxAgeSeconds * 1000;
}
