// Decides what comes next in an authorization request: sign in, choose an account, consent, the code, or an error. No
// other code decides it. A pure function of the request, the accounts on the device and earlier consent.
import {
  accessDenied,
  accountSelectionRequired,
  consentRequired,
  interactionRequired,
  loginRequired,
  type OAuthError,
  unmetAuthenticationRequirements,
} from '../../../protocol/errors.ts';
import { acrOf } from '../../../protocol/id-token.ts';
import { nameScopes } from '../../applications/apis/application-scope.ts';
import { nameItems } from '../../applications/connections/named-items.ts';
import type { ConsentItemName } from '../../ground/consent-items.ts';
import type { DeviceAccounts } from '../../sign-in/sessions/session.ts';
import { whatToAsk } from '../consent/what-to-ask.ts';
import type { NotAdmitted } from './admission.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import type { PickedAccount } from './pick-account.ts';

/** A page where the user signs in, signs up or chooses an account. */
type SignInStep = 'login' | 'sign-up' | 'select-account';

type NotAdmittedStep = 'team-only' | 'groups-only';

export type Next =
  /**
   * `team-only`: says that the application is in test mode; `groups-only`: that it lets in members of groups. ·
   * `documents`: asks to agree to the service's documents. ·
   * `verify`: asks to verify the email address. · `unverified`: says that somebody else must state it is verified. ·
   * `second-factor`: asks to set one up.
   */
  | { kind: SignInStep | NotAdmittedStep | 'second-factor' | 'documents' | 'verify' | 'unverified' | 'consent' }
  | { kind: 'return-code'; items: readonly ConsentItemName[]; scopes: readonly string[] }
  | { kind: 'return-error'; error: OAuthError };

type Situation = {
  request: AuthorizationRequest;
  picked: PickedAccount;
  device: DeviceAccounts;
  /** When the request first arrived (`lk_stamp`), ms. */
  arrivedAt: number;
  openRegistration: boolean;
  /** Why the application's audience does not let the picked account in. */
  notAdmitted: NotAdmitted | undefined;
  /** The picked account has not agreed to a required document. */
  hasOpenDocuments: boolean;
  /** The server can verify addresses. */
  sendsMail: boolean;
  /** The picked account has a second factor. Read only for a request with `acr` values, or where policy demands one. */
  hasFactor: boolean;
  /** The operator's policy demands a second factor of the picked account (contract 24). */
  demandsFactor: boolean;
};

type Step = (situation: Situation) => Next | undefined;

/**
 * The steps between a request and its code, in order: the first one that returns a result decides. The last one always
 * returns a result. To add a step, write a function and list it here.
 */
const STEPS: readonly Step[] = [
  refuseContradiction,
  refuseAnotherPerson,
  askToSignIn,
  refuseNotAdmitted,
  reachAcr,
  askForFactor,
  askForDocuments,
  askToVerify,
  askToConsent,
];

/** For whom the application's audience does not let in. */
export const NOT_ADMITTED: Readonly<Record<NotAdmitted, OAuthError>> = {
  'api-not-admitted': accessDenied(
    'api-not-admitted',
    'The API is for members of certain groups, and the user is in none of them.',
  ),
  'not-in-team': accessDenied('not-in-team', 'The application is in test mode: only members of its team can sign in.'),
  'not-in-groups': accessDenied(
    'not-in-groups',
    'The application lets in members of certain groups, and the user is in none of them.',
  ),
};

const PAGE_OF: Readonly<Record<NotAdmitted, NotAdmittedStep>> = {
  'not-in-team': 'team-only',
  'not-in-groups': 'groups-only',
  'api-not-admitted': 'groups-only',
};

export function decideNext(situation: Situation): Next {
  for (const step of STEPS) {
    const next = step(situation);
    if (next) return next;
  }
  throw new Error('The last step returned no result.');
}

const isSilent = ({ request }: Situation): boolean => request.prompt.has('none');

function refuseContradiction({ request }: Situation): Next | undefined {
  if (request.subjects?.length !== 0) return undefined;
  return returnError(loginRequired('persons-contradict', 'The request names two different users.'));
}

function refuseAnotherPerson(situation: Situation): Next | undefined {
  if (isSilent(situation) || !somebodyElseCame(situation)) return undefined;
  return returnError(
    loginRequired('another-person-signed-in', 'A different user signed in than the application asked for.'),
  );
}

function askToSignIn(situation: Situation): Next | undefined {
  const step = signInStep(situation);
  if (!step) return undefined;
  return isSilent(situation) ? returnError(silentError(step)) : { kind: step };
}

function refuseNotAdmitted(situation: Situation): Next | undefined {
  const { notAdmitted } = situation;
  if (notAdmitted === undefined) return undefined;
  return isSilent(situation) ? returnError(NOT_ADMITTED[notAdmitted]) : { kind: PAGE_OF[notAdmitted] };
}

/**
 * The first value that the user can reach decides: `2` asks an account with a second factor to sign in with it. An
 * essential claim comes before `acr_values`, and is refused where no value of it can be reached. A session of `2` also
 * meets `1`. Whoever must set up a second factor reaches `2` by that: `askForFactor` leads there.
 */
function reachAcr(situation: Situation): Next | undefined {
  const { request, picked, hasFactor, demandsFactor } = situation;
  if (!picked.signedIn) return undefined;
  const { acr } = request.claims;
  const reached = acrOf(picked.signedIn.session.amr);
  const reachesTwo = reached === '2' || hasFactor || demandsFactor;
  const decides = (acr?.values ?? request.acrValues).find((value) => value === '1' || (value === '2' && reachesTwo));
  if (decides === undefined) return acr?.essential ? returnError(ACR_UNREACHABLE) : undefined;
  if (decides === '1' || reached === '2' || !hasFactor) return undefined;
  return isSilent(situation)
    ? returnError(loginRequired('sign-in-needed', 'The user is signed in without the second factor.'))
    : { kind: 'login' };
}

/** Policy demands the second factor of whoever signed in without it, and that others set one up. */
function askForFactor(situation: Situation): Next | undefined {
  const { picked, demandsFactor, hasFactor } = situation;
  if (!demandsFactor || !picked.signedIn || acrOf(picked.signedIn.session.amr) === '2') return undefined;
  if (!isSilent(situation)) return { kind: hasFactor ? 'login' : 'second-factor' };
  return returnError(interactionRequired('second-factor-needed', 'The user has to use a second factor first.'));
}

const ACR_UNREACHABLE = unmetAuthenticationRequirements(
  'acr-unreachable',
  'The requested authentication context is not available.',
);

const returnError = (error: OAuthError): Next => ({ kind: 'return-error', error });

/** What the user must still do before it is certain who they are (contract 4, "Request stamps"). */
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

/** `create` is for new users; anybody the request names has an account already. */
const credentialsStep = ({ request, openRegistration }: Situation): SignInStep =>
  request.prompt.has('create') && openRegistration && !request.subjects ? 'sign-up' : 'login';

/**
 * The request names a user, and after it arrived a different one signed in or was chosen. Showing the same page again
 * would loop, so the application gets an error.
 */
function somebodyElseCame({ request, picked, device, arrivedAt }: Situation): boolean {
  const { current } = device;
  if (!request.subjects || !current || current.session.id === picked.signedIn?.session.id) return false;
  return current.session.chosenAt > arrivedAt;
}

const silentError = (step: SignInStep): OAuthError =>
  step === 'select-account'
    ? accountSelectionRequired('account-choice-needed', 'Several accounts are signed in, and none is selected.')
    : loginRequired(
        'sign-in-needed',
        'The user is not signed in, signed in too long ago, or is not the requested user.',
      );

/**
 * `prompt=login`, `prompt=create` and `max_age=0` require a sign-in after the request arrived; `max_age=n` allows one
 * at most n seconds before that.
 */
function isRecentEnough({ prompt, maxAgeSeconds }: AuthorizationRequest, authenticatedAt: number, arrivedAt: number) {
  if ((prompt.has('login') || prompt.has('create')) && authenticatedAt < arrivedAt) return false;
  return maxAgeSeconds === undefined || authenticatedAt >= arrivedAt - maxAgeSeconds * 1000;
}

function askForDocuments(situation: Situation): Next | undefined {
  if (!situation.hasOpenDocuments) return undefined;
  if (!isSilent(situation)) return { kind: 'documents' };
  return returnError(
    interactionRequired('documents-needed', 'The user has to agree to the documents of the service first.'),
  );
}

/** An application that requires a verified address gets no code without one. */
function askToVerify(situation: Situation): Next | undefined {
  const { request, picked } = situation;
  const requires = request.application.consentItems.some((entry) => entry.consent === 'required' && entry.verified);
  if (!requires || picked.signedIn?.account.emailVerified !== false) return undefined;
  if (!isSilent(situation)) return { kind: situation.sendsMail ? 'verify' : 'unverified' };
  return returnError(interactionRequired('verification-needed', 'The user has to verify their email address first.'));
}

/** The application requires a verified address, and the server sends no mail to verify one by. */
export const ADDRESS_UNVERIFIED = accessDenied(
  'address-unverified',
  'The application requires a verified email address, and the address of the user is not verified.',
);

function askToConsent(situation: Situation): Next | undefined {
  const { request, picked } = situation;
  if (!picked.signedIn) return undefined;
  const asked = whatToAsk({
    named: nameItems(request.application.consentItems, request),
    scopes: nameScopes(request.application.apiScopes, request),
    connection: picked.connection,
    person: picked.signedIn.account,
    always: request.prompt.has('consent') || request.native,
  });
  if (asked.kind === 'nothing') return { kind: 'return-code', items: asked.items, scopes: asked.scopes };
  if (!isSilent(situation)) return { kind: 'consent' };
  const error =
    asked.why === 'consent'
      ? consentRequired('consent-needed', 'The user must see the consent page.')
      : interactionRequired('value-needed', 'A required item has no value yet; the user has to be asked for it.');
  return returnError(error);
}
