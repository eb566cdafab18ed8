// Refusals in HTTP's own terms, by factory: a literal status in a route is a smell. What an answer looks like is decided
// in one place, by the route's `errors` shape (plugins/errors.ts).
import type { Fault } from '../core/fault.ts';
import type { ErrorCode } from '../views/page.ts';

/** A refusal. `detail` is public: an English sentence that says what to do. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly detail: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Which error page tells it; undefined: the one of the status. */
  readonly page: ErrorCode | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, detail: string, more: HttpErrorDetails = {}) {
    super(`${status}: ${detail}`);
    this.status = status;
    this.detail = detail;
    this.headers = more.headers ?? {};
    this.page = more.page;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

export type HttpErrorDetails = {
  headers?: Readonly<Record<string, string>>;
  page?: ErrorCode;
  retryAfterSeconds?: number;
};

/** Wrong input that core (or a schema) told fault by fault: 400 with a pointer for each (RFC 9457, RFC 6901). */
export class BadInput extends Error {
  override readonly name = 'BadInput';
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(`${faults.length} faults in what was sent`);
    this.faults = faults;
  }
}

const DETAILS = {
  400: 'The request could not be read.',
  401: 'This needs a token in the Authorization header.',
  403: 'This is not allowed.',
  404: 'There is nothing at this address.',
  405: 'This method is not allowed here; see Allow.',
  406: 'None of the accepted media types can be produced.',
  408: 'The request took too long to arrive.',
  409: 'This is in conflict with what is stored.',
  412: 'The resource has changed since it was read.',
  413: 'The body is larger than 64 KiB.',
  414: 'The URL is longer than 8 KiB.',
  415: 'The body has a media type that is not taken here.',
  417: 'The expectation in Expect cannot be met.',
  421: 'This host does not answer for the host in the request.',
  429: 'Too many requests; try again after the time in Retry-After.',
  431: 'The headers are larger than 16 KiB.',
  500: 'Something went wrong here. The request id helps to find it in the log.',
  503: 'The service cannot answer now; try again after the time in Retry-After.',
} as const;

export type HttpErrorStatus = keyof typeof DETAILS;

/** The refusal with this status; `detail` where something more helpful can be said than the status's own sentence. */
export const httpError = (status: HttpErrorStatus, detail: string = DETAILS[status], more?: HttpErrorDetails) =>
  new HttpError(status, detail, more);

/** 429, with the seconds after which trying again makes sense. */
export const tooManyRequests = (retryAfterSeconds: number) => httpError(429, DETAILS[429], { retryAfterSeconds });

/** 405 for a route that allows these methods. */
export const methodNotAllowed = (allowed: readonly string[]) =>
  httpError(405, DETAILS[405], { headers: { allow: allowed.join(', ') } });
