// The database, or another part that the answer depends on, cannot answer now. HTTP answers 503 with `Retry-After`,
// never "wrong password" or `invalid_grant`: a failure of the server must not look like an error of the caller.

export class Unavailable extends Error {
  override readonly name = 'Unavailable';
  readonly retryAfterSeconds: number;

  constructor(reason: string, options?: { cause?: unknown; retryAfterSeconds?: number }) {
    super(reason, { cause: options?.cause });
    this.retryAfterSeconds = options?.retryAfterSeconds ?? 1;
  }
}
