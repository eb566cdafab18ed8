// Back-channel logout as a kind of message in the outbox: an application is told that a session has ended.
import type { MessageKind } from '../../ground/outbox/message-kind.ts';
import type { DueSessionEnd } from '../../sign-in/sessions/session-client-store.ts';
import type { Ports } from '../ports.ts';
import { deliverSessionEnd, type SessionEndDeps } from './deliver-session-end.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A day in all. */
export const RETRY_PAUSES: readonly number[] = [
  ...[5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR],
  ...[3 * HOUR, 3 * HOUR, 3 * HOUR, 3 * HOUR, 3 * HOUR, 3 * HOUR, 3 * HOUR],
  HOUR + 47 * MINUTE + 25 * SECOND,
];

type LateDeps = Pick<Ports, 'sessionClients' | 'clock' | 'rules'>;

export const sessionEndMessages = (deps: SessionEndDeps & LateDeps): MessageKind<DueSessionEnd> => ({
  store: deps.sessionClients,
  retryPauses: RETRY_PAUSES,
  perKey: 4,
  keyOf: ({ apiKey }) => apiKey,
  deliver: (message, stopping) => deliverSessionEnd(deps, message, stopping),
  prepare: createLateTeller(deps),
});

const LATE_EVERY_MS = 15 * SECOND;

/** A code can be redeemed after its session has ended, for as long as the code lives. */
function createLateTeller({ sessionClients, clock, rules }: LateDeps) {
  let lookedAt: number | undefined;
  return async (): Promise<void> => {
    const now = clock.now();
    if (lookedAt !== undefined && Math.abs(now - lookedAt) < LATE_EVERY_MS) return;
    const backMs = lookedAt === undefined ? 24 * HOUR : rules.codeTtlSeconds * 1000 + 4 * LATE_EVERY_MS;
    await sessionClients.tellLate({ endedSince: now - backMs, now });
    lookedAt = now;
  };
}
