// Delivers the messages of the outbox, by timer or at once when woken. Each kind of message has its own loop, and all
// share the places for deliveries, so neither a failing store nor slow recipients of one kind hold up another.
import type { Clock } from '../core/ground/clock.ts';
import type { JobTimers } from '../core/ground/job-timers.ts';
import { deliverMessage } from '../core/ground/outbox/deliver-message.ts';
import type { MessageKind } from '../core/ground/outbox/message-kind.ts';
import type { DueMessage } from '../core/ground/outbox/outbox-store.ts';
import { startTimerLoop } from './timer-loop.ts';

export interface OutboxLoop {
  start(): void;
  /** Looks now, because there may be new messages of this kind, or of any kind. Returns at once. */
  wake(kind?: MessageKind): void;
  /** Cuts off what is under way, which is put back, and resolves when nothing is left of it. */
  stop(): Promise<void>;
}

/** Deliveries under way in a process, of all kinds without places of their own. */
const MAX_CONCURRENT = 32;
/** Places that the other kinds leave free for a kind. */
const RESERVED = 8;
/** Messages claimed at once. */
const STEP = 4;
/** Longer than any delivery takes: a message whose claim has ended belongs to a process that died. */
const CLAIM_MS = 30_000;

/** @param options `pollMs`: pause between looks for due messages */
export function createOutboxLoop(
  clock: Clock,
  kinds: readonly MessageKind[],
  options: { timers: JobTimers; pollMs?: number },
): OutboxLoop {
  const { pollMs = 3_000, timers } = options;
  const wake = (kind?: MessageKind): void => {
    for (const [own, loop] of loops) if (kind === undefined || kind === own) loop.wake();
  };
  const places = createPlaces(kinds, wake);
  const loops = new Map(kinds.map((kind) => [kind, createKindLoop(kind, { clock, places, pollMs, timers })]));
  return {
    start() {
      for (const loop of loops.values()) loop.start();
    },
    wake,
    async stop() {
      await Promise.all([...loops.values()].map((loop) => loop.stop()));
    },
  };
}

type Places = ReturnType<typeof createPlaces>;

/** @param onFree called for each kind that was refused places, once some are free again */
function createPlaces(kinds: readonly MessageKind[], onFree: (kind: MessageKind) => void) {
  const sharing = kinds.filter(({ places }) => places === undefined);
  const reserved = Math.min(RESERVED, MAX_CONCURRENT / sharing.length);
  const taken = new Map(kinds.map((kind) => [kind, 0]));
  const waiting = new Set<MessageKind>();
  const usedBy = (kind: MessageKind): number => taken.get(kind) ?? 0;
  const add = (kind: MessageKind, count: number) => taken.set(kind, usedBy(kind) + count);
  const isFreeAmongShared = (kind: MessageKind, count: number): boolean => {
    const needed = sharing.map((other) => (other === kind ? usedBy(kind) + count : Math.max(usedBy(other), reserved)));
    return needed.reduce((sum, places) => sum + places) <= MAX_CONCURRENT;
  };
  return {
    /** @returns whether so many were free */
    take(kind: MessageKind, count: number): boolean {
      const isFree = kind.places === undefined ? isFreeAmongShared(kind, count) : usedBy(kind) + count <= kind.places;
      if (isFree) add(kind, count);
      else waiting.add(kind);
      return isFree;
    },
    giveBack(kind: MessageKind, count: number): void {
      add(kind, -count);
      const asked = [...waiting];
      waiting.clear();
      asked.forEach(onFree);
    },
  };
}

type KindLoopDeps = { clock: Clock; places: Places; pollMs: number; timers: JobTimers };

function createKindLoop(kind: MessageKind, { clock, places, pollMs, timers }: KindLoopDeps) {
  const stopping = new AbortController();
  const onFailure = (error: unknown): void => kind.onFailure?.(error);
  const wake = (): void => {
    lookAgain = true;
    if (looking || cancelLook || stopping.signal.aborted) return;
    cancelLook = timers.after('outbox', 0, () => {
      cancelLook = undefined;
      looking = lookWhileAsked();
      return looking.then(deliveries.settled);
    });
  };
  const deliveries = createDeliveries(kind, clock, () => {
    places.giveBack(kind, 1);
    wake();
  });
  const step = Math.min(STEP, kind.perKey);
  let looking: Promise<void> | undefined;
  let cancelLook: (() => void) | undefined;
  let lookAgain = false;

  /** Claims messages and begins their deliveries, until nothing is due or enough is under way. */
  const look = async (): Promise<void> => {
    for (let claimed = step; claimed === step && !stopping.signal.aborted && places.take(kind, step); ) {
      claimed = 0;
      try {
        const now = clock.now();
        const claim = { now, until: now + CLAIM_MS, limit: step, busy: deliveries.busyKeys() };
        const messages = await kind.store.claim(claim);
        claimed = messages.length;
        messages.forEach(deliveries.begin);
      } finally {
        places.giveBack(kind, step - claimed);
      }
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
    await kind.prepare?.().catch(onFailure);
    wake();
  };
  let stopPolling: (() => Promise<void>) | undefined;

  return {
    start() {
      stopPolling ??= startTimerLoop(poll, { job: 'outbox', timers, everyMs: pollMs, onFailure });
    },
    wake,
    async stop() {
      stopping.abort();
      cancelLook?.();
      await stopPolling?.();
      await looking;
      await deliveries.cutOff();
    },
  };
}

/** The deliveries of one kind that are under way in this process. */
function createDeliveries(kind: MessageKind, clock: Clock, onSettled: () => void) {
  // Each has its own signal, because listeners would pile up on a signal that lives as long as the process.
  const underWay = new Map<Promise<void>, { key: string; cutOff: AbortController }>();
  const deliver = async (message: DueMessage, cutOff: AbortSignal): Promise<void> => {
    try {
      const delivery = await deliverMessage(kind, message, clock, cutOff);
      kind.onDelivery?.(delivery);
    } catch (error) {
      kind.onFailure?.(error);
    }
  };
  return {
    busyKeys(): string[] {
      const keys = [...underWay.values()].map(({ key }) => key);
      return [...new Set(keys)].filter((key) => keys.filter((other) => other === key).length >= kind.perKey);
    },
    begin(message: DueMessage): void {
      const cutOff = new AbortController();
      const delivery = deliver(message, cutOff.signal).finally(() => {
        underWay.delete(delivery);
        onSettled();
      });
      underWay.set(delivery, { key: kind.keyOf(message), cutOff });
    },
    /** Resolves when those that are under way now are done. */
    async settled(): Promise<void> {
      await Promise.all(underWay.keys());
    },
    async cutOff(): Promise<void> {
      for (const { cutOff } of underWay.values()) cutOff.abort();
      await Promise.all(underWay.keys());
    },
  };
}
