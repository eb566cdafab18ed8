// Checks the application and the redirect URI of an authorization request (contract 4, "Checks, in order", number 1).
// An error ends on an error page, never in a redirect.
import type { Parameters } from '../../../protocol/parameters.ts';
import {
  isLoopbackRedirectUri,
  isPrivateUseRedirectUri,
  isWellFormedRedirectUri,
  matchRedirectUri,
  type RedirectUriMatch,
} from '../../../protocol/redirect-uri.ts';
import type { Application, ApplicationByKey, PlatformEntry } from '../../applications/applications/application.ts';
import { isOfDocument } from '../../applications/client-documents/document-application.ts';
import { keptValue } from '../../applications/failed-requests/kept-value.ts';
import type { EventOf } from '../../ground/events/domain-event.ts';
import type { PushedFault } from './open-pushed-request.ts';

/** Why a request ends on an error page: the application or its redirect URI cannot be trusted (RFC 6749 4.1.2.1). */
export type PageRefusal =
  | 'client-id-missing'
  | 'parameter-doubled'
  | 'unknown-client'
  | 'redirect-uri-missing'
  | 'redirect-uri-malformed'
  | 'redirect-uri-unregistered'
  | PushedFault;

/** `application` is undefined when it is unknown. */
export type Refused = {
  kind: 'refuse';
  code: PageRefusal;
  detail: string;
  application: Application | undefined;
  /** What the team of the application sees of the request. */
  sent: Pick<EventOf<'request-refused'>, 'apiKey' | 'value'>;
};

/** The redirect URI is the application's. */
export type TrustedClient = {
  kind: 'trusted';
  found: ApplicationByKey;
  redirectUri: string;
  match: RedirectUriMatch;
  /** As in `AuthorizationRequest`. */
  native: boolean;
};

export type SentClient = {
  parameters: Parameters;
  /** The application that has `client_id`. */
  found: ApplicationByKey | undefined;
  /** Whether these are the parameters of a pushed request, or why its `request_uri` leads to none. */
  pushed?: PushedState | undefined;
};

export type PushedState = 'open' | PushedFault;

/** RFC 9126 4, RFC 9101 7 (`invalid_request_uri`): there is no redirect URI that could be trusted. */
const PUSHED_DETAIL: Readonly<Record<PushedFault, string>> = {
  'request-uri-unknown': 'No request was pushed with this client_id under this request_uri (invalid_request_uri).',
  'request-uri-expired': 'The pushed request was not opened in time (invalid_request_uri). Push it again.',
  'request-uri-used': 'A code was issued for this pushed request (invalid_request_uri). Push another one.',
};

export function checkClient({ parameters, found, pushed }: SentClient): Refused | TrustedClient {
  const refuse = (code: PageRefusal, detail: string): Refused => ({
    kind: 'refuse',
    code,
    detail,
    application: found?.application,
    sent: { apiKey: found?.platform.apiKey, value: keptValue(code, parameters) },
  });
  for (const name of ['client_id', 'redirect_uri']) {
    if (parameters.isDoubled(name)) return refuse('parameter-doubled', `${name} was sent more than once.`);
  }
  if (!parameters.get('client_id')) {
    return refuse('client-id-missing', 'client_id is missing: send the API key of the application.');
  }
  if (!found) return refuse('unknown-client', 'No application has this client_id. Check the API key.');
  if (pushed !== undefined && pushed !== 'open') return refuse(pushed, PUSHED_DETAIL[pushed]);
  const redirectUri = parameters.get('redirect_uri');
  if (!redirectUri) return refuse('redirect-uri-missing', 'redirect_uri is missing: send one that is registered.');
  if (!isWellFormedRedirectUri(redirectUri)) {
    return refuse('redirect-uri-malformed', 'redirect_uri is not an absolute URI without a fragment.');
  }
  const registered = found.application.redirectUris.map((entry) => entry.redirectUri);
  const match = matchRedirectUri(redirectUri, registered, { localhost: localhostPorts(found) });
  if (!match) {
    return refuse(
      'redirect-uri-unregistered',
      'redirect_uri is not registered for this application. It must equal a registered one, character by character.',
    );
  }
  return { kind: 'trusted', found, redirectUri, match, native: isNative(redirectUri, match, found) };
}

/** Whether the key is an Android or iOS entry's, which programs on a person's own machine use. */
const isPhones = ({ platform }: PlatformEntry): boolean => platform !== 'Web';

const localhostPorts = ({ application, platform }: ApplicationByKey) => {
  if (isOfDocument(application)) return 'any';
  return isPhones(platform) ? 'unnamed' : 'exact';
};

/**
 * Contract 4 "Native rule": a private-use scheme, another port, or a phone's key with a loopback URI. And a client that
 * nobody registered is asked for each time, wherever the answer goes (contract 46).
 */
const isNative = (redirectUri: string, match: RedirectUriMatch, { application, platform }: ApplicationByKey): boolean =>
  isOfDocument(application) ||
  isPrivateUseRedirectUri(redirectUri) ||
  match !== 'exact' ||
  (isPhones(platform) && isLoopbackRedirectUri(redirectUri));
