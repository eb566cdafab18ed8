// Turns every thrown error into the facts of a response: status, public sentence, headers. It neither chooses the shape
// of the response nor knows the request.
import type { Application } from '../../core/applications/applications/application.ts';
import type { OwnedApplication } from '../../core/ground/acts/acting.ts';
import type { Fault } from '../../core/ground/fault.ts';
import { Unavailable } from '../../core/ground/unavailable.ts';
import { AccountInDoubt } from '../../core/people/email-changes/doubt.ts';
import { OAuthError, toDescriptionText } from '../../protocol/errors.ts';
import { MalformedParameters } from '../../protocol/parameters.ts';
import type { OAuthErrorCode } from '../../protocol/refusals/refusal.ts';
import { REFUSALS, type RefusalCode } from '../../protocol/refusals/refusals.ts';
import type { ErrorCode, RefusedDocument } from '../../views/page/page.ts';
import { HttpError, type HttpErrorStatus, httpError, InputError, waitsFor } from './http-error.ts';

export type Problem = {
  status: number;
  /** Refusal code; its entry at `/errors` has cause and remedy. */
  code: RefusalCode;
  /** Public, English. */
  detail: string;
  /** Error code of RFC 6749 or 6750; undefined: the one that stands for the status under `/oauth/…`. */
  oauthCode: OAuthErrorCode | undefined;
  /** The scope that is required (RFC 6750 3). */
  scope: string | undefined;
  /** Of the challenge. */
  scheme: OAuthError['scheme'];
  page: ErrorCode;
  headers: Readonly<Record<string, string>>;
  retryAfterSeconds: number | undefined;
  /** The error page names it. */
  application: Application | undefined;
  document: RefusedDocument | undefined;
  faults: readonly Fault[] | undefined;
  owned: readonly OwnedApplication[] | undefined;
  /** A bug or a failure of the server, which is logged with its cause. */
  isServerError: boolean;
};

/** What the response says about an error. A 5xx never shows its cause. */
export function toProblem(error: unknown): Problem {
  if (error instanceof HttpError) return ofHttpError(error);
  if (error instanceof OAuthError) {
    return {
      ...plain(error.status, error.refusal, error.description),
      oauthCode: error.code,
      scope: error.scope,
      scheme: error.scheme,
      isServerError: error.status >= 500,
    };
  }
  if (error instanceof AccountInDoubt) return ofHttpError(waitsFor(error));
  if (error instanceof InputError) {
    const count = error.faults.length;
    const summary = count > MAX_FAULTS ? `errors lists the first ${MAX_FAULTS} of ${count} input errors` : 'see errors';
    return { ...plain(400, 'input-faulty', `The input is not valid: ${summary}.`), faults: error.faults };
  }
  if (error instanceof MalformedParameters) return plain(400, 'parameters-malformed', error.message);
  if (error instanceof Unavailable) {
    const { code, detail } = httpError(503);
    return { ...plain(503, code, detail), retryAfterSeconds: error.retryAfterSeconds, isServerError: true };
  }
  return ofFrameworkError(error);
}

function ofHttpError(error: HttpError): Problem {
  const { status, code, detail, headers, page, retryAfterSeconds, application, document, owned, faults, logged } =
    error;
  return {
    ...plain(status, code, detail),
    headers,
    retryAfterSeconds,
    application,
    document,
    owned,
    faults,
    page: page ?? pageOf(status),
    isServerError: status >= 500 && logged,
  };
}

const plain = (status: number, code: RefusalCode, detail: string): Problem => ({
  status,
  code,
  detail,
  oauthCode: undefined,
  scope: undefined,
  scheme: 'Bearer',
  page: pageOf(status),
  headers: {},
  retryAfterSeconds: undefined,
  application: undefined,
  document: undefined,
  faults: undefined,
  owned: undefined,
  isServerError: false,
});

const FRAMEWORK_STATUSES: readonly number[] = [400, 408, 413, 414, 415] satisfies HttpErrorStatus[];

/** Fastify's own errors have a status. Any other error is a bug of this server. */
function ofFrameworkError(error: unknown): Problem {
  const { statusCode, code } = (error ?? {}) as { statusCode?: unknown; code?: unknown };
  const isFrameworkError = typeof code === 'string' && (code.startsWith('FST_ERR_') || code === 'ECONNRESET');
  const status =
    isFrameworkError && FRAMEWORK_STATUSES.includes(statusCode as number) ? (statusCode as HttpErrorStatus) : 500;
  return { ...ofHttpError(httpError(status)), isServerError: status === 500 };
}

const PAGES: Readonly<Record<number, ErrorCode>> = {
  403: 'forbidden',
  404: 'not-found',
  405: 'method-not-allowed',
  406: 'not-acceptable',
  408: 'request-timeout',
  413: 'body-too-large',
  414: 'uri-too-long',
  415: 'unsupported-media-type',
  421: 'misdirected-request',
  429: 'too-many-requests',
  431: 'headers-too-large',
  503: 'unavailable',
};

const pageOf = (status: number): ErrorCode => PAGES[status] ?? (status >= 500 ? 'server-error' : 'bad-request');

/** Path on the auth host that explains cause and remedy of a refusal, from the refusal's definition. */
export const helpPath = (code: RefusalCode): string => `/errors#${code}`;

/** Maximum number of faults in a response; `detail` gives the number of all. */
const MAX_FAULTS = 100;

/**
 * RFC 9457. Invalid input lists each fault with a JSON pointer (RFC 6901) and its own code. What is undefined is left
 * out.
 */
export function toProblemJson(problem: Problem, authUrl: string): string {
  const { status, code, detail, faults, owned } = problem;
  const listed = faults?.slice(0, MAX_FAULTS);
  const errors = listed?.map((fault) => ({ pointer: pointerTo(fault.path), code: fault.code, detail: fault.detail }));
  const { title } = REFUSALS[code];
  const applications = owned?.map(({ id, name, connections }) => ({ id, name, connections }));
  return JSON.stringify({ type: authUrl + helpPath(code), title, status, detail, errors, applications });
}

/** RFC 6901: `~` and `/` inside a name are escaped, in that order. */
export const pointerTo = (path: Fault['path']): string =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** RFC 6749 5.2. */
export const toOAuthJson = (problem: Problem, authUrl: string): string =>
  JSON.stringify({
    error: oauthCodeOf(problem),
    error_description: toDescriptionText(problem.detail),
    error_uri: authUrl + helpPath(problem.code),
  });

/** Error code under `/oauth/…`; an error without one gets the code of its status (contract 9). */
function oauthCodeOf(problem: Problem): OAuthErrorCode {
  if (problem.oauthCode) return problem.oauthCode;
  if (problem.status === 429 || problem.status === 503) return 'temporarily_unavailable';
  return problem.status >= 500 ? 'server_error' : 'invalid_request';
}
