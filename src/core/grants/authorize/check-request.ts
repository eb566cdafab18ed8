// Checks an authorization request in the order of contract 4: the first error decides. The order is the security
// argument: nothing is sent to a redirect URI until it is known to be the application's.
import { type ClaimsRequest, NO_CLAIMS, parseClaimsRequest } from '../../../protocol/claims-request.ts';
import {
  invalidRequest,
  notSupported,
  OAuthError,
  unauthorizedClient,
  unsupportedResponseType,
} from '../../../protocol/errors.ts';
import { parseScope } from '../../../protocol/scope.ts';
import { readAudiences } from '../../applications/apis/application-scope.ts';
import type { Application, PlatformEntry } from '../../applications/applications/application.ts';
import { keptValue } from '../../applications/failed-requests/kept-value.ts';
import {
  type AuthorizationRequest,
  MAX_QUERY_BYTES,
  PROMPTS,
  type Prompt,
  RESPONSE_MODES,
} from './authorization-request.ts';
import { checkClient, type Refused, type SentClient, type TrustedClient } from './check-client.ts';
import { canBePosted, type ErrorResponse, errorResponseOf } from './error-response.ts';
import { readCodeChallenge } from './read-code-challenge.ts';
import { readProofKey } from './read-proof-key.ts';
import { requirePushed } from './require-pushed.ts';
import { scopeOf } from './scope-of.ts';

/** Where an answer goes, and how. `platform`: the one whose key the request named. */
export type ReturnTo = ErrorResponse & {
  application: Pick<Application, 'id'>;
  platform: Pick<PlatformEntry, 'apiKey'>;
  redirectUri: string;
};

export type CheckedRequest =
  | Refused
  | ({ kind: 'return-error'; error: OAuthError; value: string } & ReturnTo)
  | { kind: 'valid'; request: AuthorizationRequest };

/** None of these may be sent twice (RFC 6749 3.1). Unknown parameters are ignored, even doubled. */
const KNOWN_PARAMETERS = [
  'response_type',
  'state',
  'scope',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'dpop_jkt',
  'prompt',
  'max_age',
  'login_hint',
  'id_token_hint',
  'ui_locales',
  'acr_values',
  'claims',
  'display',
  'response_mode',
  'request',
  'request_uri',
  'registration',
];

type Sent = SentClient & {
  /** Length of the query as sent. */
  queryBytes: number;
  /** Public URL of the API host: the resource that is user-info. */
  apiUrl: string;
  /** Whom `id_token_hint` names; undefined: it was not sent, or is no ID token of this server for this application. */
  hint: { sub: string } | undefined;
};

/** A request that has passed the checks of `checkClient`. */
type Known = Sent & Pick<TrustedClient, 'found' | 'redirectUri' | 'match'>;

/** An error, or the members of the request that a rule parsed. */
type Parsed<Member extends keyof AuthorizationRequest> = OAuthError | Pick<AuthorizationRequest, Member>;

/** Contract 4, "Checks, in order", number 2: their errors go to the redirect URI. Each returns what it parsed. */
const RULES = [
  refuseDoubled,
  refuseTooLong,
  refuseSwitchedOff,
  requirePushed,
  refuseRequestObjects,
  requireResponseType,
  readResponseMode,
  readCodeChallenge,
  readProofKey,
  readPrompt,
  readMaxAge,
  readClaims,
  readResource,
  refuseForeignHint,
] as const;

/** The members that the rules parse, taken from their return types. */
type ParsedMembers = Pick<AuthorizationRequest, MembersOf<ReturnType<(typeof RULES)[number]>>>;
type MembersOf<Answer> = Answer extends OAuthError | undefined ? never : keyof Answer;

export function checkRequest(sent: Sent): CheckedRequest {
  const client = checkClient(sent);
  if (client.kind === 'refuse') return client;
  const { parameters, queryBytes, hint, pushed, apiUrl } = sent;
  const { found, redirectUri, match, native } = client;
  const { application, platform } = found;
  const parsed = applyRules({ parameters, queryBytes, found, redirectUri, match, hint, pushed, apiUrl });
  if (parsed instanceof OAuthError) {
    const wayBack = errorResponseOf({ parameters, redirectUri }, parsed);
    const kept = { error: parsed, value: keptValue(parsed.refusal, parameters) };
    return { kind: 'return-error', application, platform, redirectUri, ...wayBack, ...kept };
  }
  const request: AuthorizationRequest = {
    application,
    platform,
    redirectUri,
    native,
    responseMode: parsed.responseMode,
    state: parameters.get('state'),
    scope: scopeOf(application, parameters.get('scope')),
    audiences: parsed.audiences,
    nonce: parameters.get('nonce'),
    codeChallenge: parsed.codeChallenge,
    dpopJkt: parsed.dpopJkt,
    prompt: parsed.prompt,
    maxAgeSeconds: parsed.maxAgeSeconds,
    loginHint: parameters.get('login_hint'),
    acrValues: parameters.get('acr_values')?.split(' ').filter(Boolean) ?? [],
    claims: parsed.claims,
    subjects: subjectsOf(hint, parsed.claims),
  };
  return { kind: 'valid', request };
}

function applyRules(known: Known): OAuthError | ParsedMembers {
  const parsed: Partial<ParsedMembers> = {};
  for (const rule of RULES) {
    const answer = rule(known);
    if (answer instanceof OAuthError) return answer;
    Object.assign(parsed, answer);
  }
  // Complete once every rule has answered, which the type of a loop cannot express.
  return parsed as ParsedMembers;
}

/** Where both the hint and `claims` name somebody, it must be the same person. */
function subjectsOf(hint: Sent['hint'], { subjects }: ClaimsRequest): readonly string[] | undefined {
  if (!hint) return subjects;
  return subjects && !subjects.includes(hint.sub) ? [] : [hint.sub];
}

function refuseDoubled({ parameters }: Known): OAuthError | undefined {
  const doubled = KNOWN_PARAMETERS.find((name) => parameters.isDoubled(name));
  return doubled ? invalidRequest('parameter-doubled', `${doubled} was sent more than once.`) : undefined;
}

function refuseTooLong({ queryBytes }: Known): OAuthError | undefined {
  return queryBytes > MAX_QUERY_BYTES ? invalidRequest('query-too-long', 'The query is longer than 6 KiB.') : undefined;
}

function refuseSwitchedOff({ found }: Known): OAuthError | undefined {
  return found.application.loginActivation
    ? undefined
    : unauthorizedClient(
        'login-activation-off',
        'Login activation of this application is OFF. Its owner can switch it ON.',
      );
}

/** OpenID Connect Core 3.1.2.6: each has its own error. Nothing is fetched. */
function refuseRequestObjects({ parameters }: Known): OAuthError | undefined {
  const names = ['request', 'request_uri', 'registration'] as const;
  const sent = names.find((name) => parameters.get(name) !== undefined);
  return sent ? notSupported(sent) : undefined;
}

function requireResponseType({ parameters }: Known): OAuthError | undefined {
  const value = parameters.get('response_type');
  if (value === undefined)
    return invalidRequest('response-type-missing', 'response_type is missing: send response_type=code.');
  return value === 'code' ? undefined : unsupportedResponseType();
}

function readResponseMode({ parameters, redirectUri }: Known): Parsed<'responseMode'> {
  const value = parameters.get('response_mode') ?? 'query';
  const responseMode = RESPONSE_MODES.find((mode) => mode === value);
  if (!responseMode) {
    return invalidRequest('response-mode-unknown', `response_mode must be ${RESPONSE_MODES.join(' or ')}.`);
  }
  if (responseMode === 'form_post' && !canBePosted(redirectUri)) {
    return invalidRequest(
      'response-mode-not-postable',
      'response_mode=form_post needs an http or https redirect URI: a browser posts to no other scheme.',
    );
  }
  return { responseMode };
}

function readPrompt({ parameters }: Known): Parsed<'prompt'> {
  const values = parseScope(parameters.get('prompt')) ?? [];
  if (!values.every(isPrompt)) {
    return invalidRequest('prompt-unknown', `prompt has a value other than ${PROMPTS.join(', ')}.`);
  }
  return values.includes('none') && values.length > 1
    ? invalidRequest('prompt-none-combined', 'prompt=none cannot be combined with another value.')
    : { prompt: new Set(values) };
}

const isPrompt = (value: string): value is Prompt => PROMPTS.some((prompt) => prompt === value);

function readMaxAge({ parameters }: Known): Parsed<'maxAgeSeconds'> {
  const value = parameters.get('max_age');
  if (value === undefined) return { maxAgeSeconds: undefined };
  return /^\d+$/.test(value)
    ? { maxAgeSeconds: Number(value) }
    : invalidRequest('max-age-malformed', 'max_age must be a non-negative whole number of seconds.');
}

function readClaims({ parameters }: Known): Parsed<'claims'> {
  const value = parameters.get('claims');
  const claims = value === undefined ? NO_CLAIMS : parseClaimsRequest(value);
  return claims
    ? { claims }
    : invalidRequest(
        'claims-malformed',
        'claims must be a JSON object with the members userinfo and id_token (OpenID Connect Core 5.5).',
      );
}

/** RFC 8707 2.1: `resource` may be sent several times. An application without an API is asked nothing. */
function readResource({ parameters, found, apiUrl }: Known): Parsed<'audiences'> {
  const resources = parameters.all('resource').filter((value) => value !== '');
  const scope = scopeOf(found.application, parameters.get('scope'));
  const audiences = readAudiences(found.application.apiScopes, { resources, scope }, apiUrl);
  return audiences instanceof OAuthError ? audiences : { audiences };
}

function refuseForeignHint({ parameters, hint }: Known): OAuthError | undefined {
  return parameters.get('id_token_hint') === undefined || hint
    ? undefined
    : invalidRequest(
        'id-token-hint-invalid',
        'id_token_hint is no ID token that this server issued to this application.',
      );
}
