// What becomes of a message by what came back (OpenID Connect Back-Channel Logout 2.8; contract 7).
import { describe, expect, it } from 'vitest';
import { answerOf } from '../../../../src/core/grants/sign-out/deliver-session-end.ts';
import { RETRY_PAUSES } from '../../../../src/core/grants/sign-out/session-end-messages.ts';
import { nextAttempt } from '../../../../src/core/ground/outbox/deliver-message.ts';
import { type Delivered, type FailedTry, readDelivered } from '../../../../src/core/sign-in/sessions/form-delivery.ts';

const answered = (status: number) => ({ kind: 'answered', status }) as const;
const failed = { kind: 'failed', reason: 'timeout' } as const;
const nextAfter = (delivered: Delivered, failedBefore: number) =>
  nextAttempt(answerOf(delivered), failedBefore, { pauses: RETRY_PAUSES });

describe('what becomes of a logout message', () => {
  it.each([200, 201, 202, 204])('%i is delivered', (status) => {
    expect(nextAfter(answered(status), 0)).toEqual({ result: 'delivered' });
  });

  it.each([301, 302, 307, 308, 400, 401, 403, 404, 405, 410, 413, 415, 422])('%i is final', (status) => {
    expect(nextAfter(answered(status), 0)).toEqual({ result: 'gave-up' });
  });

  it.each([408, 429, 500, 502, 503, 504])('%i may pass: tried again', (status) => {
    expect(nextAfter(answered(status), 0)).toEqual({ result: 'put-back', pauseMs: 5_000 });
  });

  it('no answer is tried again; an address that may not be asked is not', () => {
    expect(nextAfter(failed, 0)).toEqual({ result: 'put-back', pauseMs: 5_000 });
    expect(nextAfter({ kind: 'refused', reason: 'refused-address' }, 0)).toEqual({ result: 'gave-up' });
  });

  it('contract 7: 429 and 503 are tried again no sooner than Retry-After says', () => {
    const busy = { ...answered(503), retryAfterMs: 60_000 };
    expect(nextAfter(busy, 0)).toEqual({ result: 'put-back', pauseMs: 60_000 });
    expect(nextAfter(busy, 2)).toEqual({ result: 'put-back', pauseMs: 120_000 });
  });

  it.each([
    [answered(503), 'answered 503'],
    [answered(302), 'redirect 302'],
    [failed, 'timeout'],
    [{ kind: 'failed', reason: 'tls', detail: 'CERT_HAS_EXPIRED' }, 'tls CERT_HAS_EXPIRED'],
    [{ kind: 'failed', reason: 'dns', detail: 'ENOTFOUND' }, 'dns ENOTFOUND'],
    [{ kind: 'refused', reason: 'refused-address' }, 'refused-address'],
  ] as [Delivered, string][])('contract 7, 60: the log tells why: %o is %s', (delivered, reason) => {
    expect(answerOf(delivered).reason).toBe(reason);
  });

  it.each<[string, FailedTry | undefined]>([
    ['answered 503', { status: 503, isRedirect: false }],
    ['redirect 302', { status: 302, isRedirect: true }],
    ['timeout', { noAnswer: 'timeout', detail: undefined }],
    ['tls CERT_HAS_EXPIRED', { noAnswer: 'tls', detail: 'CERT_HAS_EXPIRED' }],
    ['refused-address', { noAnswer: 'refused-address', detail: undefined }],
    ['answered', undefined],
    ['answered 5o3', undefined],
    ['status', undefined],
    ['stopped', undefined],
    ['endpoint-disabled', undefined],
    ['', undefined],
  ])('contract 20: and operators read it in their words: %s', (told, read) => {
    expect(readDelivered(told)).toEqual(read);
  });

  it('pauses grow from seconds to hours, and a day after the first try it is given up', () => {
    const pauses: number[] = [];
    for (let tries = 0; ; tries += 1) {
      const next = nextAfter(failed, tries);
      if (next.result !== 'put-back') break;
      pauses.push(next.pauseMs);
    }
    expect(pauses).toEqual(RETRY_PAUSES);
    expect(pauses.slice(0, 6)).toEqual([5_000, 30_000, 120_000, 600_000, 3_600_000, 10_800_000]);
    expect(pauses.reduce((sum, pause) => sum + pause)).toBe(86_400_000);
  });
});
