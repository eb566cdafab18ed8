// All rules of an application at once (contract 3 "Application"): every fault is found in one pass, because an owner
// should have to send a request twice at most.
import type { Fault } from '../fault.ts';
import { SIGNING_ALGORITHMS, type SigningAlgorithm } from '../keys/signing-key.ts';
import { type Application, IMPLEMENTATION_METHODS, type ImplementationMethod } from './application.ts';
import type { ApplicationDraft } from './application-draft.ts';
import { applicationFault } from './application-faults.ts';
import { type CheckedConsentItem, checkConsentItems } from './check-consent-items.ts';
import { checkLookAlike } from './check-look-alike.ts';
import { type CheckedPlatform, checkPlatforms } from './check-platforms.ts';
import {
  checkBackchannelLogoutUri,
  checkPostLogoutRedirectUris,
  checkRedirectUris,
  redirectUriContext,
} from './check-redirect-uris.ts';
import { checkLink, checkName } from './check-texts.ts';

/** An application that follows the rules and has no ids, keys and times yet. */
export type CheckedApplication = Pick<
  Application,
  | 'name'
  | 'implementationMethod'
  | 'loginActivation'
  | 'requirePkce'
  | 'clientSecretRequired'
  | 'homepageUri'
  | 'privacyPolicyUri'
  | 'termsUri'
  | 'idTokenClaims'
  | 'idTokenAlg'
  | 'userInfoAlg'
  | 'postLogoutRedirectUris'
  | 'backchannelLogoutUri'
> & { platforms: CheckedPlatform[]; redirectUris: string[]; consentItems: CheckedConsentItem[] };

/** The application as it is: its name and addresses stay, also where a rule came later than they did. */
export type Kept = Pick<Application, 'name' | 'redirectUris' | 'postLogoutRedirectUris' | 'backchannelLogoutUri'>;

/** @returns what is to be kept, of use only when `faults` is empty. */
export function checkApplication(
  draft: ApplicationDraft,
  { serviceName, kept }: { serviceName: string; kept?: Kept },
): { checked: CheckedApplication; faults: Fault[] } {
  const faults: Fault[] = [];
  const name = checkName(draft.name, ['name'], faults);
  if (faults.length === 0 && name !== kept?.name) checkLookAlike(name, serviceName, ['name'], faults);
  const implementationMethod = checkImplementationMethod(draft.implementationMethod, faults);
  const loginActivation = checkLoginActivation(draft.loginActivation, faults);
  const platforms = checkPlatforms(draft.platforms ?? [], ['platforms'], faults);
  const context = redirectUriContext(platforms);
  const checked: CheckedApplication = {
    name,
    implementationMethod,
    loginActivation,
    platforms,
    redirectUris: checkRedirectUris(
      draft.redirectUris ?? [],
      context,
      faults,
      kept?.redirectUris.map(({ redirectUri }) => redirectUri),
    ),
    consentItems: checkConsentItems(draft.consentItems ?? [], ['consent_items'], faults),
    requirePkce: draft.requirePkce ?? false,
    clientSecretRequired: draft.clientSecretRequired ?? false,
    homepageUri: checkLink(draft.homepageUri, ['homepage_uri'], faults),
    privacyPolicyUri: checkLink(draft.privacyPolicyUri, ['privacy_policy_uri'], faults),
    termsUri: checkLink(draft.termsUri, ['terms_uri'], faults),
    idTokenClaims: draft.idTokenClaims ?? true,
    idTokenAlg: checkAlgorithm(draft.idTokenAlg, ['id_token_signed_response_alg'], faults) ?? 'RS256',
    userInfoAlg: checkAlgorithm(draft.userInfoAlg, ['userinfo_signed_response_alg'], faults),
    postLogoutRedirectUris: checkPostLogoutRedirectUris(
      draft.postLogoutRedirectUris ?? [],
      context,
      faults,
      kept?.postLogoutRedirectUris,
    ),
    backchannelLogoutUri: checkBackchannelLogoutUri(
      draft.backchannelLogoutUri,
      context,
      faults,
      kept?.backchannelLogoutUri,
    ),
  };
  return { checked, faults };
}

const isImplementationMethod = (text: string): text is ImplementationMethod =>
  (IMPLEMENTATION_METHODS as readonly string[]).includes(text);

function checkImplementationMethod(text: string | undefined, faults: Fault[]): ImplementationMethod {
  if (text === undefined) return 'REST API';
  if (isImplementationMethod(text)) return text;
  faults.push(applicationFault(['implementation_method'], 'implementation-method-unknown'));
  return 'REST API';
}

function checkLoginActivation(text: string | undefined, faults: Fault[]): boolean {
  if (text !== undefined && text !== 'ON' && text !== 'OFF') {
    faults.push(applicationFault(['login_activation'], 'login-activation-unknown'));
  }
  return text === 'ON';
}

function checkAlgorithm(text: string | undefined, path: Fault['path'], faults: Fault[]): SigningAlgorithm | undefined {
  const algorithm = SIGNING_ALGORITHMS.find((name) => name === text);
  if (text !== undefined && !algorithm) faults.push(applicationFault(path, 'signing-algorithm-unknown'));
  return algorithm;
}
