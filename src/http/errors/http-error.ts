// HTTP errors, made by factories: a literal error status in a route is a code smell. The error handler decides what the
// response looks like, by the route's `errors` shape (http/hosts/error-handler.ts).
import type { FastifyRequest } from 'fastify';
import type { Application } from '../../core/applications/applications/application.ts';
import type { ActRefused, OwnedApplication } from '../../core/ground/acts/acting.ts';
import type { Fault } from '../../core/ground/fault.ts';
import type { AccountInDoubt } from '../../core/people/email-changes/doubt.ts';
import type { RefusalCode, RefusalReportedAs } from '../../protocol/refusals/refusals.ts';
import type { ErrorCode, RefusedDocument } from '../../views/page/page.ts';

/** A refusal. `detail` is public: an English sentence that says what to do. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly detail: string;
  /** Its entry at `/errors` has cause and remedy. */
  readonly code: RefusalCode;
  readonly headers: Readonly<Record<string, string>>;
  /** Which error page shows it; undefined: the page of the status. */
  readonly page: ErrorCode | undefined;
  /** The error page names it. */
  readonly application: Application | undefined;
  /** The error page says which client it is that nobody registered. */
  readonly document: RefusedDocument | undefined;
  /** Of what an account owns, that which keeps the act from being done. */
  readonly owned: readonly OwnedApplication[] | undefined;
  /** What of the input is somebody else's, of a conflict. */
  readonly faults: readonly Fault[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** False: the log has no line for each of them, although it is a server error. */
  readonly logged: boolean;

  constructor(status: number, code: RefusalCode, detail: string, more: HttpErrorDetails = {}) {
    super(`${status}: ${detail}`);
    this.status = status;
    this.detail = detail;
    this.code = code;
    this.headers = more.headers ?? {};
    this.page = more.page;
    this.application = more.application;
    this.document = more.document;
    this.owned = more.owned;
    this.faults = more.faults;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.logged = more.logged ?? true;
  }
}

export type HttpErrorDetails = {
  headers?: Readonly<Record<string, string>>;
  page?: ErrorCode;
  application?: Application | undefined;
  document?: RefusedDocument;
  owned?: readonly OwnedApplication[];
  faults?: readonly Fault[];
  retryAfterSeconds?: number;
  logged?: boolean;
};

/** Invalid input, with all faults that core or a schema found: 400 with a pointer for each (RFC 9457, RFC 6901). */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(`${faults.length} faults in what was sent`);
    this.faults = faults;
  }
}

/** Refusal code and sentence of each status, where nothing more helpful is known. */
const PLAIN = {
  400: { code: 'bad-request', detail: 'The request could not be read.' },
  401: { code: 'token-missing', detail: 'Send a token in the Authorization header.' },
  403: { code: 'forbidden', detail: 'You do not have permission to do this.' },
  404: { code: 'not-found', detail: 'Nothing was found at this URL.' },
  405: { code: 'method-not-allowed', detail: 'This method is not allowed. See the Allow header.' },
  406: { code: 'not-acceptable', detail: 'None of the accepted media types is available.' },
  408: { code: 'request-timeout', detail: 'The request timed out before it was complete.' },
  409: { code: 'conflict', detail: 'The request conflicts with the current state.' },
  412: { code: 'precondition-failed', detail: 'The resource has changed since you read it.' },
  413: { code: 'body-too-large', detail: 'The body is larger than 64 KiB.' },
  414: { code: 'uri-too-long', detail: 'The URL is longer than 8 KiB.' },
  415: { code: 'unsupported-media-type', detail: 'The media type of the body is not supported.' },
  417: { code: 'expectation-failed', detail: 'Only Expect: 100-continue is supported.' },
  421: { code: 'misdirected-request', detail: 'This server does not serve the host in the request.' },
  429: { code: 'too-many-requests', detail: 'Too many requests. Retry after the time in Retry-After.' },
  431: { code: 'headers-too-large', detail: 'The headers are larger than 16 KiB.' },
  500: {
    code: 'server-error',
    detail: 'Internal server error. The server’s log has the cause under the request id.',
  },
  503: { code: 'unavailable', detail: 'The service is temporarily unavailable. Retry after the time in Retry-After.' },
} as const satisfies { [Status in number]: { code: RefusalCode; detail: string } };

export type HttpErrorStatus = keyof typeof PLAIN;

/**
 * The error with this status.
 * @param detail replaces the status's own sentence by a more helpful one
 * @param more `code`: replaces the status's own refusal code
 */
export const httpError = <Status extends HttpErrorStatus>(
  status: Status,
  detail: string = PLAIN[status].detail,
  more: HttpErrorDetails & { code?: RefusalReportedAs<Status> } = {},
) => new HttpError(status, more.code ?? more.page ?? PLAIN[status].code, detail, more);

/** 429, with the seconds to wait before the next try. */
export const tooManyRequests = (retryAfterSeconds: number) => httpError(429, undefined, { retryAfterSeconds });

/** 409 for an act that waits while an account is in doubt (contract 21). */
export const waitsFor = ({ message }: AccountInDoubt) => httpError(409, `${message}.`, { code: 'account-in-doubt' });

/** 409 for an act that would end the ownership of applications (contract 29). */
export const ownsApplications = ({ applications }: ActRefused) =>
  httpError(
    409,
    'The account owns applications: see applications. Name who gets them (?applications=hand-over:ACCOUNT), or hand each over or delete it first.',
    { code: 'owns-applications', owned: applications },
  );

/** 409 where the named account cannot get the applications (contract 29). @param detail says why */
export const newOwnerRefused = ({ applications }: ActRefused, detail: string) =>
  httpError(409, detail, { code: 'new-owner-refused', ...(applications.length > 0 && { owned: applications }) });

const TAKEN = ['email-taken', 'username-unavailable'] as const satisfies readonly RefusalReportedAs<409>[];

const takenIn = ({ code }: Fault): (typeof TAKEN)[number] | undefined => TAKEN.find((one) => one === code);

/**
 * What is wrong with an account as it was sent. 400 with all input errors; where there are none, 409 with a pointer to
 * each value that is somebody else's (contract 3).
 */
export function refusedValues(faults: readonly Fault[]): InputError | HttpError {
  const wrong = faults.filter((fault) => takenIn(fault) === undefined);
  const [code] = faults.flatMap((fault) => takenIn(fault) ?? []);
  if (wrong.length > 0 || code === undefined) return new InputError(wrong);
  return httpError(409, faults.map(({ detail }) => detail).join(' '), { code, faults });
}

/** 405 for a route that allows these methods. */
export const methodNotAllowed = (allowed: readonly string[]) =>
  httpError(405, undefined, { headers: { allow: allowed.join(', ') } });

/** Renders the error page. */
export type RenderErrorPage = (
  request: FastifyRequest,
  error: {
    status: number;
    code: ErrorCode;
    /** Path of the page that explains cause and remedy. */
    helpHref: string;
    /** English sentence for the application's developer. */
    developerDetail: string | undefined;
    retryAfterSeconds: number | undefined;
    /** The application that the person came from, where it is known. */
    application?: Application | undefined;
    document?: RefusedDocument | undefined;
  },
) => string | Promise<string>;
