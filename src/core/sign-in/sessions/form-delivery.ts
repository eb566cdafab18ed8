// Port: posts a form to an address that the owner of an application registered. The address is not trusted: nothing but
// the status of the answer, and when to come again, is read.

/** Why a try did not succeed, as owners read it. `connection`: it was refused, broken, or spoke no HTTP. */
export const TRY_FAILURES = ['timeout', 'dns', 'tls', 'refused-address', 'connection', 'redirect', 'status'] as const;

export type TryFailure = (typeof TRY_FAILURES)[number];

/** Why there was no answer. */
export type NoAnswer = Exclude<TryFailure, 'redirect' | 'status'>;

export type Delivered =
  /** `retryAfterMs`: for how long the recipient asked to be left alone, in an answer of 429 or 503. */
  | { kind: 'answered'; status: number; retryAfterMs?: number }
  /** The address is not allowed (case N7). `detail`: the code of the system or library, for the log. */
  | { kind: 'refused'; reason: 'refused-address'; detail?: string }
  /** `stopped`: it was cut off. */
  | { kind: 'failed'; reason: NoAnswer | 'stopped'; detail?: string };

export const isDelivered = (delivered: Delivered): boolean =>
  delivered.kind === 'answered' && failureByStatus(delivered.status) === undefined;

/** Undefined: it was delivered. Only 2xx is success. */
export const failureByStatus = (status: number): TryFailure | undefined =>
  status >= 200 && status < 300 ? undefined : status >= 300 && status < 400 ? 'redirect' : 'status';

/** As the log and operators read it: `timeout`, `tls CERT_HAS_EXPIRED`, `redirect 302`, `answered 503`. */
export function tellDelivered(delivered: Delivered): string {
  if (delivered.kind !== 'answered') return [delivered.reason, delivered.detail].filter(Boolean).join(' ');
  const { status } = delivered;
  return `${failureByStatus(status) === 'redirect' ? 'redirect' : 'answered'} ${status}`;
}

/** A try that did not succeed. `detail`: the code of the system or library. */
export type FailedTry = { status: number; isRedirect: boolean } | { noAnswer: NoAnswer; detail: string | undefined };

/** What `tellDelivered` told of a try that did not succeed; undefined: the text is another. */
export function readDelivered(told: string): FailedTry | undefined {
  const [, kind, status] = /^(answered|redirect) (\d{3})$/.exec(told) ?? [];
  if (status !== undefined) return { status: Number(status), isRedirect: kind === 'redirect' };
  const [what, detail] = told.split(' ', 2);
  const noAnswer = TRY_FAILURES.find((failure) => failure === what);
  return noAnswer === undefined || noAnswer === 'redirect' || noAnswer === 'status' ? undefined : { noAnswer, detail };
}

export interface FormDelivery {
  /**
   * Posts the fields once, as `application/x-www-form-urlencoded`. Follows no redirect. Never rejects.
   * @param signal cuts it off: `failed`
   */
  post(uri: string, fields: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<Delivered>;
}
