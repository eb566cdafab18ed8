// Tries to deliver one message of any kind, and decides what becomes of it. At least once: a message that was sent by a
// process that died is sent again.
import type { Clock } from '../clock.ts';
import { newId } from '../secrets.ts';
import type { Delivery, DeliveryAnswer, MessageKind } from './message-kind.ts';
import type { DueMessage } from './outbox-store.ts';

/**
 * @param message claimed by this process
 * @param stopping cuts the delivery off; the message is then due again at once
 * @throws Unavailable when the store does not respond; the message is due again when its claim ends.
 */
export async function deliverMessage(
  kind: MessageKind,
  message: DueMessage,
  clock: Clock,
  stopping: AbortSignal,
): Promise<Delivery> {
  const { expiresAt = Number.POSITIVE_INFINITY, tries } = message;
  const startedAt = clock.now();
  if (startedAt >= expiresAt) {
    await kind.store.remove(message, { failure: 'expired', at: startedAt, id: newId(clock) });
    return { result: 'gave-up', recipient: undefined, tries, reason: 'expired' };
  }
  const answer = await kind.deliver(message, stopping);
  const now = clock.now();
  const wasCutOff = stopping.aborted && answer.kind === 'failed';
  const retry = { pauses: kind.retryPauses, msLeft: expiresAt - now };
  const next: Next = wasCutOff ? { result: 'put-back', pauseMs: 0 } : nextAttempt(answer, tries, retry);
  if (next.result === 'put-back') await kind.store.putBack(message, now + next.pauseMs);
  else {
    const failure = next.result === 'gave-up' ? (answer.reason ?? answer.kind) : undefined;
    await kind.store.remove(message, { failure, at: now, id: newId(clock) });
  }
  return { result: next.result, recipient: answer.recipient, tries: tries + 1, reason: answer.reason };
}

type Next = { result: 'delivered' | 'dropped' | 'gave-up' } | { result: 'put-back'; pauseMs: number };

/** @param retry `msLeft`: until the message expires */
export function nextAttempt(
  { kind, retryAfterMs = 0 }: Pick<DeliveryAnswer, 'kind' | 'retryAfterMs'>,
  failedBefore: number,
  { pauses, msLeft = Number.POSITIVE_INFINITY }: { pauses: readonly number[]; msLeft?: number },
): Next {
  if (kind === 'delivered' || kind === 'dropped') return { result: kind };
  const ownPauseMs = kind === 'refused' ? undefined : pauses[failedBefore];
  if (ownPauseMs === undefined) return { result: 'gave-up' };
  const pauseMs = Math.max(ownPauseMs, restOf(retryAfterMs));
  return pauseMs >= msLeft ? { result: 'gave-up' } : { result: 'put-back', pauseMs };
}

/** A recipient is left alone for no longer than this, whatever its `Retry-After` says. */
export const MAX_RETRY_AFTER_MS = 3_600_000;

/** `Retry-After` makes a pause longer and never shorter: it says when a try may succeed at the earliest. */
export const restOf = (retryAfterMs: number): number => Math.min(retryAfterMs, MAX_RETRY_AFTER_MS);
