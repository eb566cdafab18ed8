// Delivers the messages of ended sessions by timer, or at once when a session ends in this process. Few at once for
// each API key, so that an application that is slow holds up its own messages only; nobody's sign-out ever waits for
// this.
import { setTimeout as pause } from 'node:timers/promises';
import type { Ports } from '../core/ports.ts';
import { deliverSessionEnd, type SessionEndDelivery } from '../core/sessions/deliver-session-end.ts';
import type { FormDelivery } from '../core/sessions/form-delivery.ts';
import type { DueSessionEnd } from '../core/sessions/session-client-store.ts';

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

const MAX_CONCURRENT = 32;
const MAX_PER_KEY = 4;
/** Claimed in one step. A key may have so many more under way for a moment. */
const STEP = 4;
/** Longer than a delivery can take: a message is still claimed after that only when its process has died. */
const CLAIM_MS = 30_000;
const LATE_EVERY_MS = 15_000;
const DAY_MS = 86_400_000;

export function createDeliveryLoop(deps: Deps, options: DeliveryLoopOptions = {}): DeliveryLoop {
  const { pollMs = 3_000, onFailure = () => undefined } = options;
  const stopping = new AbortController();
  const tellLate = createLateTeller(deps);
  const wake = (): void => {
    lookAgain = true;
    looking ??= lookWhileAsked();
  };
  const underWay = createDeliveries(deps, options, wake);
  let looking: Promise<void> | undefined;
  let lookAgain = false;

  /** Claims and begins until nothing is due or enough is under way. */
  const look = async (): Promise<void> => {
    for (let claimed = STEP; claimed === STEP && !stopping.signal.aborted && underWay.hasRoom(); ) {
      const now = deps.clock.now();
      const claim = { now, until: now + CLAIM_MS, limit: STEP, busy: underWay.busyKeys() };
      const messages = await deps.sessionClients.claim(claim);
      messages.forEach(underWay.begin);
      claimed = messages.length;
    }
  };
  const lookWhileAsked = async (): Promise<void> => {
    while (lookAgain && !stopping.signal.aborted) {
      lookAgain = false;
      await look().catch(onFailure);
    }
    looking = undefined;
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
      await underWay.cutOff();
    },
  };
}

/** What is under way in this process. */
function createDeliveries(
  deps: Deps,
  { onDelivery = () => undefined, onFailure = () => undefined }: DeliveryLoopOptions,
  onSettled: () => void,
) {
  // Each has a signal of its own: listeners on one that lives as long as the process would pile up.
  const underWay = new Map<Promise<void>, { apiKey: string; cutOff: AbortController }>();
  const deliver = async (message: DueSessionEnd, cutOff: AbortSignal): Promise<void> => {
    try {
      onDelivery(await deliverSessionEnd(deps, message, cutOff));
    } catch (error) {
      onFailure(error);
    }
  };
  return {
    hasRoom: () => underWay.size + STEP <= MAX_CONCURRENT,
    busyKeys(): string[] {
      const keys = [...underWay.values()].map(({ apiKey }) => apiKey);
      return [...new Set(keys)].filter((key) => keys.filter((other) => other === key).length >= MAX_PER_KEY);
    },
    begin(message: DueSessionEnd): void {
      const cutOff = new AbortController();
      const delivery = deliver(message, cutOff.signal).finally(() => {
        underWay.delete(delivery);
        onSettled();
      });
      underWay.set(delivery, { apiKey: message.apiKey, cutOff });
    },
    async cutOff(): Promise<void> {
      for (const { cutOff } of underWay.values()) cutOff.abort();
      await Promise.all(underWay.keys());
    },
  };
}

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
