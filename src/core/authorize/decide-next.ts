// The only place that knows what comes next in an authorization request: sign in, choose an account, consent, the code, or
// an error. Pure: the request, who is signed in, and what they agreed to before go in; one outcome comes out.
import {
  accessDenied,
  accountSelectionRequired,
  consentRequired,
  interactionRequired,
  loginRequired,
  type OAuthError,
} from '../../protocol/errors.ts';
import { acrOf } from '../../protocol/id-token.ts';
import type { ConsentItemName } from '../consent/catalogue.ts';
import { nameItems } from '../consent/named-items.ts';
import { whatToAsk } from '../consent/what-to-ask.ts';
import type { DeviceAccounts, SignedIn } from '../sessions/session.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import type { PickedAccount } from './pick-account.ts';

/** A page where the person says who they are. */
type SignInStep = 'login' | 'sign-up' | 'select-account';

export type Next =
  | { kind: SignInStep | 'consent' }
  | { kind: 'return-code'; items: readonly ConsentItemName[] }
  | { kind: 'return-error'; error: OAuthError };

type Situation = {
  request: AuthorizationRequest;
  picked: PickedAccount;
  device: DeviceAccounts;
  /** When the request first arrived (`lk_stamp`), ms. */
  arrivedAt: number;
  openRegistration: boolean;
};

export function decideNext(situation: Situation): Next {
  const { request, picked } = situation;
  const silent = request.prompt.has('none');
  const { signedIn } = picked;
  const step = signInStep(situation);
  if (step instanceof Error) return { kind: 'return-error', error: step };
  if (step && silent) return { kind: 'return-error', error: silentError(step) };
  if (step || !signedIn) return { kind: step ?? 'login' };
  const { acr } = request.claims;
  if (acr?.essential && !acr.values.includes(acrOf(signedIn.session.amr))) {
    return { kind: 'return-error', error: accessDenied('The authentication context asked for cannot be reached.') };
  }
  return decideConsent(situation, signedIn, silent);
}

/** What must still happen before it is known who signs in (contract 4, "What a request must have seen"). */
function signInStep({
  request,
  picked,
  device,
  arrivedAt,
  openRegistration,
}: Situation): SignInStep | OAuthError | undefined {
  const { signedIn, somebodyElse } = picked;
  const creating = request.prompt.has('create') && openRegistration ? 'sign-up' : 'login';
  if (!signedIn) return device.all.length > 1 ? 'select-account' : creating;
  const { authenticatedAt, chosenAt } = signedIn.session;
  if (somebodyElse) {
    // They were asked, and somebody else came: no further page would change that.
    return authenticatedAt >= arrivedAt && !request.prompt.has('none')
      ? loginRequired('Somebody else signed in than the person the application asked for.')
      : 'login';
  }
  if (request.prompt.has('create') && authenticatedAt < arrivedAt) return creating;
  if (!isRecentEnough(request, authenticatedAt, arrivedAt)) return 'login';
  return request.prompt.has('select_account') && chosenAt < arrivedAt ? 'select-account' : undefined;
}

const silentError = (step: SignInStep): OAuthError =>
  step === 'select-account'
    ? accountSelectionRequired('Several accounts are signed in, and none is chosen.')
    : loginRequired('Nobody is signed in, not recently enough, or not the person asked for.');

/** `prompt=login` and `max_age=0`: signed in since the request was made; `max_age=n`: at most n seconds before it. */
function isRecentEnough(request: AuthorizationRequest, authenticatedAt: number, arrivedAt: number): boolean {
  if (request.prompt.has('login') && authenticatedAt < arrivedAt) return false;
  return request.maxAgeSeconds === undefined || authenticatedAt >= arrivedAt - request.maxAgeSeconds * 1000;
}

function decideConsent({ request, picked }: Situation, signedIn: SignedIn, silent: boolean): Next {
  const asked = whatToAsk({
    named: nameItems(request.application.consentItems, request),
    connection: picked.connection,
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
