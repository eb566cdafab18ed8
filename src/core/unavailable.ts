// The database (or another part the answer depends on) cannot answer now. It becomes 503 with `Retry-After`, never
// "wrong password" and never `invalid_grant`: trouble of ours must not look like a fault of the caller.

export class Unavailable extends Error {
  override readonly name = 'Unavailable';
  readonly retryAfterSeconds: number;

  constructor(reason: string, options?: { cause?: unknown; retryAfterSeconds?: number }) {
    super(reason, { cause: options?.cause });
    this.retryAfterSeconds = options?.retryAfterSeconds ?? 1;
  }
}
