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
  const { signedIn } = picked;
  const silent = request.prompt.has('none');
  if (request.subjects?.length === 0)
    return returnError(loginRequired('persons-contradict', 'The request names two different persons.'));
  const step = signInStep(situation);
  if (step && silent) return returnError(silentError(step));
  if (!silent && somebodyElseCame(situation)) {
    return returnError(
      loginRequired('another-person-signed-in', 'Somebody else signed in than the person the application asked for.'),
    );
  }
  if (step || !signedIn) return { kind: step ?? 'login' };
  const { acr } = request.claims;
  if (acr?.essential && !acr.values.includes(acrOf(signedIn.session.amr))) {
    return returnError(accessDenied('acr-unreachable', 'The authentication context asked for cannot be reached.'));
  }
  return decideConsent(situation, signedIn, silent);
}

const returnError = (error: OAuthError): Next => ({ kind: 'return-error', error });

/** What must still happen before it is known who signs in (contract 4, "What a request must have seen"). */
function signInStep(situation: Situation): SignInStep | undefined {
  const { request, picked, device, arrivedAt } = situation;
  const { prompt, subjects } = request;
  if (!picked.signedIn) {
    const mayChoose = device.all.length > 1 && !subjects && !prompt.has('login') && !prompt.has('create');
    return mayChoose ? 'select-account' : credentialsStep(situation);
  }
  const { authenticatedAt, chosenAt } = picked.signedIn.session;
  if (!isRecentEnough(request, authenticatedAt, arrivedAt)) return credentialsStep(situation);
  return prompt.has('select_account') && chosenAt < arrivedAt ? 'select-account' : undefined;
}

/** `create` is about new people; whoever the request names has an account already. */
const credentialsStep = ({ request, openRegistration }: Situation): SignInStep =>
  request.prompt.has('create') && openRegistration && !request.subjects ? 'sign-up' : 'login';

/**
 * The request names a person, and after it arrived another one signed in or was chosen. Showing the same page again would
 * go in circles: the application is told.
 */
function somebodyElseCame({ request, picked, device, arrivedAt }: Situation): boolean {
  const { current } = device;
  if (!request.subjects || !current || current.session.id === picked.signedIn?.session.id) return false;
  return current.session.chosenAt > arrivedAt;
}

const silentError = (step: SignInStep): OAuthError =>
  step === 'select-account'
    ? accountSelectionRequired('account-choice-needed', 'Several accounts are signed in, and none is chosen.')
    : loginRequired('sign-in-needed', 'Nobody is signed in, not recently enough, or not the person asked for.');

/**
 * `prompt=login`, `prompt=create` and `max_age=0`: signed in since the request arrived; `max_age=n`: at most n seconds
 * before it.
 */
function isRecentEnough({ prompt, maxAgeSeconds }: AuthorizationRequest, authenticatedAt: number, arrivedAt: number) {
  if ((prompt.has('login') || prompt.has('create')) && authenticatedAt < arrivedAt) return false;
  return maxAgeSeconds === undefined || authenticatedAt >= arrivedAt - maxAgeSeconds * 1000;
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
      ? consentRequired('consent-needed', 'The user has to be shown the consent page.')
      : interactionRequired('value-needed', 'A required item has no value yet; the user has to be asked for it.');
  return returnError(error);
}
