// A sign-out that an application asks for (OpenID Connect RP-Initiated Logout 2, 3; contract 7 "Logout"): whose it is
// and where it may lead back to. The rules stand in order, and the first fault decides: with one, nothing leads back.
import type { Parameters } from '../../protocol/parameters.ts';
import type { RefusalToldAs } from '../../protocol/refusals/refusals.ts';
import type { Application, ApplicationByKey } from '../applications/application.ts';
import type { IdTokenHint } from '../tokens/read-id-token-hint.ts';

/** Where a sign-out leads. */
export type LogoutReturn = { redirectUri: string; state: string | undefined };

/** `detail` is for the application's developer. */
export type LogoutFault = { code: RefusalToldAs<'page'>; detail: string };

export type CheckedLogout =
  /** Sent twice: nobody can say what was meant. */
  | { kind: 'refused'; detail: string }
  /** The person may still sign out. */
  | { kind: 'faulty'; fault: LogoutFault; application: Application | undefined }
  | {
      kind: 'valid';
      application: Application | undefined;
      /** Whom the hint names, as the application knows them; undefined without a hint. */
      hintedSub: string | undefined;
      returnTo: LogoutReturn | undefined;
    };

/** Unknown ones are ignored, even doubled. */
const KNOWN_PARAMETERS = [
  'id_token_hint',
  'client_id',
  'post_logout_redirect_uri',
  'state',
  'logout_hint',
  'ui_locales',
];

export type LogoutRequest = {
  parameters: Parameters;
  /** What `id_token_hint` says, when it is an ID token of ours. */
  hint: IdTokenHint | undefined;
  /** What the store knows of the hint's API key, and of `client_id`. */
  byHint: ApplicationByKey | undefined;
  byClientId: ApplicationByKey | undefined;
};

const RULES: readonly ((request: LogoutRequest) => LogoutFault | undefined)[] = [
  requireHint,
  requireClient,
  requireSameApplication,
  requireWayBack,
];

export function checkLogoutRequest(request: LogoutRequest): CheckedLogout {
  const { parameters, hint } = request;
  const doubled = KNOWN_PARAMETERS.find((name) => parameters.isDoubled(name));
  if (doubled) return { kind: 'refused', detail: `${doubled} was sent more than once.` };
  const application = applicationOf(request);
  for (const rule of RULES) {
    const fault = rule(request);
    if (fault) return { kind: 'faulty', fault, application };
  }
  const redirectUri = parameters.get('post_logout_redirect_uri');
  const returnTo = redirectUri === undefined ? undefined : { redirectUri, state: parameters.get('state') };
  return { kind: 'valid', application, hintedSub: hint?.sub, returnTo };
}

const applicationOf = ({ byHint, byClientId }: LogoutRequest): Application | undefined =>
  (byHint ?? byClientId)?.application;

const told = (code: LogoutFault['code'], detail: string): LogoutFault => ({ code, detail });

/** Expired is fine: an application may ask long after it was used. */
function requireHint({ parameters, hint, byHint }: LogoutRequest) {
  if (parameters.get('id_token_hint') === undefined) return undefined;
  if (!hint) return told('id-token-hint-invalid', 'id_token_hint is no ID token that this server issued.');
  return byHint
    ? undefined
    : told('id-token-hint-key-gone', 'id_token_hint was issued to an API key that no longer exists.');
}

function requireClient({ parameters, byClientId }: LogoutRequest) {
  return parameters.get('client_id') === undefined || byClientId
    ? undefined
    : told('unknown-client', 'No application has this client_id. Check the API key.');
}

/** RP-Initiated Logout 2: the two must be of one application. */
function requireSameApplication({ byHint, byClientId }: LogoutRequest) {
  return !byHint || !byClientId || byHint.application.id === byClientId.application.id
    ? undefined
    : told('id-token-hint-of-another', 'id_token_hint was issued to another application than that of client_id.');
}

/** RP-Initiated Logout 3: character by character, among the application's own. */
function requireWayBack(request: LogoutRequest) {
  const uri = request.parameters.get('post_logout_redirect_uri');
  if (uri === undefined) return undefined;
  const application = applicationOf(request);
  if (!application) {
    return told('post-logout-uri-alone', 'post_logout_redirect_uri needs id_token_hint or client_id beside it.');
  }
  return application.postLogoutRedirectUris.includes(uri)
    ? undefined
    : told(
        'post-logout-uri-unregistered',
        'post_logout_redirect_uri is not registered for this application. It must equal a registered one, character by character.',
      );
}
