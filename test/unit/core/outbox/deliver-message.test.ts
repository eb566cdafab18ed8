// What becomes of a message of any kind after a try (decision 41).
import { describe, expect, it } from 'vitest';
import { deliverMessage, nextAttempt } from '../../../../src/core/ground/outbox/deliver-message.ts';
import type { DeliveryAnswer, MessageKind } from '../../../../src/core/ground/outbox/message-kind.ts';
import type { DueMessage } from '../../../../src/core/ground/outbox/outbox-store.ts';
import { NOW } from '../given.ts';

const pauses = [10, 100];

describe('whatNext', () => {
  it.each(['delivered', 'dropped'] as const)('%s is final', (kind) => {
    expect(nextAttempt({ kind }, 0, { pauses })).toEqual({ result: kind });
  });

  it('what was refused is given up', () => {
    expect(nextAttempt({ kind: 'refused' }, 0, { pauses })).toEqual({ result: 'gave-up' });
  });

  it.each(['deferred', 'failed'] as const)('%s: tried again after the pauses of its kind, then given up', (kind) => {
    expect([0, 1, 2].map((failedBefore) => nextAttempt({ kind }, failedBefore, { pauses }))).toEqual([
      { result: 'put-back', pauseMs: 10 },
      { result: 'put-back', pauseMs: 100 },
      { result: 'gave-up' },
    ]);
  });

  it('a message that would expire before its next try is given up', () => {
    expect(nextAttempt({ kind: 'failed' }, 1, { pauses, msLeft: 101 })).toEqual({ result: 'put-back', pauseMs: 100 });
    expect(nextAttempt({ kind: 'failed' }, 1, { pauses, msLeft: 100 })).toEqual({ result: 'gave-up' });
  });

  it('contract 60: Retry-After makes a pause longer, up to an hour, and never shorter', () => {
    const pauseAfter = (retryAfterMs: number, failedBefore = 1) =>
      nextAttempt({ kind: 'deferred', retryAfterMs }, failedBefore, { pauses });
    expect(pauseAfter(99)).toEqual({ result: 'put-back', pauseMs: 100 });
    expect(pauseAfter(101)).toEqual({ result: 'put-back', pauseMs: 101 });
    expect(pauseAfter(Number.MAX_SAFE_INTEGER)).toEqual({ result: 'put-back', pauseMs: 3_600_000 });
    expect(pauseAfter(1, 2)).toEqual({ result: 'gave-up' });
  });
});

describe('deliverMessage', () => {
  const message: DueMessage = { tries: 1, claimedUntil: NOW + 1 };
  const clock = { now: () => NOW };
  const stopped = AbortSignal.abort();

  /** @returns what was done with the message, and what is told of it */
  async function deliver(kind: DeliveryAnswer['kind'], given: Partial<DueMessage> & { signal?: AbortSignal } = {}) {
    const { signal = new AbortController().signal, ...more } = given;
    const done: unknown[] = [];
    const store: MessageKind['store'] = {
      claim: async () => [],
      putBack: async (_message, nextTryAt) => void done.push(nextTryAt),
      remove: async () => void done.push('removed'),
      countDue: async () => 0,
    };
    const answer: DeliveryAnswer = { kind, reason: 'so it was', recipient: 'somebody' };
    const deliverOnce = async () => {
      done.push('sent');
      return answer;
    };
    const letters: MessageKind = { store, retryPauses: pauses, perKey: 1, keyOf: () => '', deliver: deliverOnce };
    return { told: await deliverMessage(letters, { ...message, ...more }, clock, signal), done };
  }

  it('what was delivered is removed', async () => {
    const told = { result: 'delivered', recipient: 'somebody', tries: 2, reason: 'so it was' };
    expect(await deliver('delivered')).toEqual({ told, done: ['sent', 'removed'] });
  });

  it('what failed is put back', async () => {
    expect(await deliver('failed')).toMatchObject({
      told: { result: 'put-back', tries: 2 },
      done: ['sent', NOW + 100],
    });
  });

  it('what was cut off is due again at once, however often it failed', async () => {
    expect(await deliver('failed', { signal: stopped, tries: 5 })).toMatchObject({
      told: { result: 'put-back', tries: 6 },
      done: ['sent', NOW],
    });
  });

  it.each([
    ['delivered', 'removed'],
    ['refused', 'removed'],
    ['deferred', NOW + 100],
  ] as const)('an answer counts though the process is stopping: %s', async (kind, done) => {
    expect((await deliver(kind, { signal: stopped })).done).toEqual(['sent', done]);
  });

  it('an expired message is not sent', async () => {
    const told = { result: 'gave-up', recipient: undefined, tries: 1, reason: 'expired' };
    expect(await deliver('delivered', { expiresAt: NOW })).toEqual({ told, done: ['removed'] });
    expect((await deliver('delivered', { expiresAt: NOW + 1 })).done).toEqual(['sent', 'removed']);
  });
});
