// Delivers the messages of ended sessions by timer, or at once when a session ends in this process. Few at once for each API
// key, so that an application that is slow holds up its own messages only; nobody's sign-out ever waits for this.
import { setTimeout as pause } from 'node:timers/promises';
import type { Ports } from './core/ports.ts';
import { deliverSessionEnd, type SessionEndDelivery } from './core/sessions/deliver-session-end.ts';
import type { FormDelivery } from './core/sessions/form-delivery.ts';
import type { DueSessionEnd } from './core/sessions/session-client-store.ts';

export type DeliveryLoopOptions = {
  /** Pause between looks for due messages, in ms. */
  pollMs?: number;
  /** Told of each message that was delivered, put back or given up. */
  onDelivery?: (delivery: SessionEndDelivery) => void;
  /** Told when the store could not answer; the loop goes on. */
  onFailure?: (error: unknown) => void;
};

export interface DeliveryLoop {
  start(): void;
  /** Sessions may have ended: looks now. Returns at once. */
  wake(): void;
  /** Cuts off what is under way, which is put back, and resolves when nothing is left of it. */
  stop(): Promise<void>;
}

type Deps = Pick<Ports, 'sessionClients' | 'applications' | 'signingKeys' | 'issuer' | 'clock' | 'rules'> & {
  formDelivery: FormDelivery;
};

const MOST_AT_ONCE = 32;
const MOST_FOR_A_KEY = 4;
/** Claimed in one step. A key may have so many more under way for a moment. */
const STEP = 4;
/** Longer than a delivery can take: a message is still claimed after that only when its process has died. */
const CLAIM_MS = 30_000;
const LATE_EVERY_MS = 15_000;
const DAY_MS = 86_400_000;

export function createDeliveryLoop(deps: Deps, options: DeliveryLoopOptions = {}): DeliveryLoop {
  const { pollMs = 3_000, onDelivery = () => undefined, onFailure = () => undefined } = options;
  const stopping = new AbortController();
  const underWay = new Map<Promise<void>, string>();
  const tellLate = createLateTeller(deps);
  let looking: Promise<void> | undefined;
  let lookAgain = false;

  const deliver = async (message: DueSessionEnd): Promise<void> => {
    try {
      onDelivery(await deliverSessionEnd(deps, message, stopping.signal));
    } catch (error) {
      onFailure(error);
    }
  };
  const begin = (message: DueSessionEnd): void => {
    const delivery = deliver(message).finally(() => {
      underWay.delete(delivery);
      wake();
    });
    underWay.set(delivery, message.apiKey);
  };
  /** Claims and begins until nothing is due or enough is under way. */
  const look = async (): Promise<void> => {
    try {
      for (let claimed = STEP; claimed === STEP && !stopping.signal.aborted; ) {
        if (underWay.size + STEP > MOST_AT_ONCE) return;
        const now = deps.clock.now();
        const claim = { now, until: now + CLAIM_MS, limit: STEP, busy: busyKeys([...underWay.values()]) };
        const messages = await deps.sessionClients.claim(claim);
        messages.forEach(begin);
        claimed = messages.length;
      }
    } catch (error) {
      onFailure(error);
    }
  };
  const wake = (): void => {
    lookAgain = true;
    looking ??= (async () => {
      while (lookAgain && !stopping.signal.aborted) {
        lookAgain = false;
        await look();
      }
      looking = undefined;
    })();
  };
  const poll = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await tellLate().catch(onFailure);
      wake();
      await pause(pollMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  };
  let polling: Promise<void> | undefined;

  return {
    start() {
      polling ??= poll();
    },
    wake,
    async stop() {
      stopping.abort();
      await polling;
      await looking;
      await Promise.all(underWay.keys());
    },
  };
}

const busyKeys = (apiKeys: readonly string[]): string[] =>
  [...new Set(apiKeys)].filter((key) => apiKeys.filter((other) => other === key).length >= MOST_FOR_A_KEY);

/** A code may be redeemed after its session ended, for as long as a code lives. */
function createLateTeller({ sessionClients, clock, rules }: Pick<Deps, 'sessionClients' | 'clock' | 'rules'>) {
  let lookedAt: number | undefined;
  return async (): Promise<void> => {
    const now = clock.now();
    if (lookedAt !== undefined && Math.abs(now - lookedAt) < LATE_EVERY_MS) return;
    const backMs = lookedAt === undefined ? DAY_MS : rules.codeTtlSeconds * 1000 + 4 * LATE_EVERY_MS;
    await sessionClients.tellLate({ endedSince: now - backMs, now });
    lookedAt = now;
  };
}
