// Checks a sign-out that an application requests (OpenID Connect RP-Initiated Logout 2, 3; contract 7 "Logout"): which
// application it is, and where the browser may return to. The rules run in order, and the first error decides: with
// one, the browser returns nowhere.
import type { Parameters } from '../../../protocol/parameters.ts';
import type { RefusalReportedAs } from '../../../protocol/refusals/refusals.ts';
import type { Application, ApplicationByKey } from '../../applications/applications/application.ts';
import type { IdTokenHint } from '../tokens/read-id-token-hint.ts';

/** Where a sign-out returns to. */
export type LogoutReturn = { redirectUri: string; state: string | undefined };

/** `detail` is for the application's developer. */
export type LogoutFault = { code: RefusalReportedAs<'page'>; detail: string };

export type CheckedLogout =
  /** A parameter was sent twice, so nobody can tell what was meant. */
  | { kind: 'refused'; detail: string }
  /** The person may still sign out. */
  | { kind: 'invalid'; fault: LogoutFault; application: Application | undefined }
  | {
      kind: 'valid';
      application: Application | undefined;
      /** The `sub` in the hint, by which the application knows the person; undefined without a hint. */
      hintedSub: string | undefined;
      returnTo: LogoutReturn | undefined;
    };

/** Unknown parameters are ignored, even doubled ones. */
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
  /** The content of `id_token_hint`, when it is an ID token that this server issued. */
  hint: IdTokenHint | undefined;
  /** The applications that the store has for the hint's API key and for `client_id`. */
  byHint: ApplicationByKey | undefined;
  byClientId: ApplicationByKey | undefined;
};

const RULES: readonly ((request: LogoutRequest) => LogoutFault | undefined)[] = [
  requireHint,
  requireClient,
  requireSameApplication,
  requireRegisteredUri,
];

export function checkLogoutRequest(request: LogoutRequest): CheckedLogout {
  const { parameters, hint } = request;
  const doubled = KNOWN_PARAMETERS.find((name) => parameters.isDoubled(name));
  if (doubled) return { kind: 'refused', detail: `${doubled} was sent more than once.` };
  const application = applicationOf(request);
  for (const rule of RULES) {
    const fault = rule(request);
    if (fault) return { kind: 'invalid', fault, application };
  }
  const redirectUri = parameters.get('post_logout_redirect_uri');
  const leadsBack = application !== undefined && redirectUri !== undefined;
  const returnTo = leadsBack ? { redirectUri, state: parameters.get('state') } : undefined;
  return { kind: 'valid', application, hintedSub: hint?.sub, returnTo };
}

const applicationOf = ({ byHint, byClientId }: LogoutRequest): Application | undefined =>
  (byHint ?? byClientId)?.application;

const logoutFault = (code: LogoutFault['code'], detail: string): LogoutFault => ({ code, detail });

/** An expired hint is fine: an application may ask long after it was used. */
function requireHint({ parameters, hint, byHint }: LogoutRequest) {
  if (parameters.get('id_token_hint') === undefined) return undefined;
  if (!hint) return logoutFault('id-token-hint-invalid', 'id_token_hint is no ID token that this server issued.');
  return byHint
    ? undefined
    : logoutFault('id-token-hint-key-gone', 'id_token_hint was issued to an API key that no longer exists.');
}

function requireClient({ parameters, byClientId }: LogoutRequest) {
  return parameters.get('client_id') === undefined || byClientId
    ? undefined
    : logoutFault('unknown-client', 'No application has this client_id. Check the API key.');
}

/** RP-Initiated Logout 2: both must belong to one application. */
function requireSameApplication({ byHint, byClientId }: LogoutRequest) {
  return !byHint || !byClientId || byHint.application.id === byClientId.application.id
    ? undefined
    : logoutFault(
        'id-token-hint-of-another',
        'id_token_hint was issued to another application than that of client_id.',
      );
}

/**
 * RP-Initiated Logout 3: it must equal one that the application registered, character by character. Without an
 * application it is nobody's: the browser returns nowhere, and the person is asked as they are without a URI.
 */
function requireRegisteredUri(request: LogoutRequest) {
  const uri = request.parameters.get('post_logout_redirect_uri');
  const application = applicationOf(request);
  if (uri === undefined || !application) return undefined;
  return application.postLogoutRedirectUris.includes(uri)
    ? undefined
    : logoutFault(
        'post-logout-uri-unregistered',
        'post_logout_redirect_uri is not registered for this application. It must equal a registered one, character by character.',
      );
}
