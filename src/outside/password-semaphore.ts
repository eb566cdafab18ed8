// A semaphore for password hashing that nobody can exhaust (contract 10): one network holds at most a quarter of its
// places, an IPv6 /48 half. Waiting requests are served site by site, so that a request from elsewhere waits behind one
// request of a flood and not behind all of it.
import type { ClientAddress } from '../core/ground/limits/client-address.ts';
import { Unavailable } from '../core/ground/unavailable.ts';

export type PasswordSemaphoreOptions = {
  /** How many are served at once. */
  concurrency: number;
  /** How many may wait for their turn. */
  maxWaiting: number;
  /** How long one may wait for its turn, in milliseconds. */
  maxWaitMs: number;
};

/** For operators; counts since the start. */
export type SemaphoreFigures = {
  running: number;
  waiting: number;
  done: number;
  /** Refused, because there was no place to wait or the wait was too long. */
  refused: number;
};

export function createPasswordSemaphore({ concurrency, maxWaiting, maxWaitMs }: PasswordSemaphoreOptions) {
  const requests = createPlaces(concurrency + maxWaiting);
  const jobs = createPlaces(concurrency + maxWaiting);
  const waiting = createQueues();
  let running = 0;
  let done = 0;
  let refused = 0;

  const reserve = (from: ClientAddress): (() => void) | undefined => {
    const release = requests(from);
    if (!release) refused += 1;
    return release;
  };

  const turn = (from: ClientAddress | undefined) =>
    new Promise<void>((resolve, reject) => {
      if (running < concurrency) {
        running += 1;
        resolve();
        return;
      }
      const timer = setTimeout(() => {
        waiting.leave(queueNameOf(from), start);
        refused += 1;
        reject(new Unavailable('Checking this password would take too long now.'));
      }, maxWaitMs);
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      waiting.join(queueNameOf(from), start);
    });

  /** Passes the turn on; `running` falls only when nobody waits. */
  const passOn = (from: ClientAddress | undefined) => {
    const start = waiting.nextAfter(queueNameOf(from));
    if (start) start();
    else running -= 1;
  };

  /** @param from undefined: counts toward no share, because the caller is no client or has a place from `reserve` */
  const inTurn = async <Result>(from: ClientAddress | undefined, work: () => Promise<Result>): Promise<Result> => {
    const release = jobs(from);
    if (!release) {
      refused += 1;
      throw new Unavailable('Too many passwords are being checked.');
    }
    try {
      await turn(from);
      try {
        return await work();
      } finally {
        done += 1;
        passOn(from);
      }
    } finally {
      release();
    }
  };
  return { reserve, inTurn, figures: (): SemaphoreFigures => ({ running, waiting: waiting.length, done, refused }) };
}

/** A share is at least one place, or nobody could ever have one. */
const shareOf = (places: number, parts: number): number => Math.max(1, Math.floor(places / parts));

/**
 * @returns a function that takes a place, if the shares of the network and the site allow it, and returns a function
 *   that releases the place
 */
function createPlaces(max: number): (from: ClientAddress | undefined) => (() => void) | undefined {
  const [maxPerNetwork, maxPerSite] = [shareOf(max, 4), shareOf(max, 2)];
  const networks = new Map<string, number>();
  const sites = new Map<string, number>();
  let taken = 0;
  return (from) => {
    if (taken >= max) return undefined;
    if (from && countOf(networks, from.network) >= maxPerNetwork) return undefined;
    if (from && countOf(sites, from.site) >= maxPerSite) return undefined;
    const add = (change: 1 | -1): void => {
      taken += change;
      if (!from) return;
      addTo(networks, from.network, change);
      addTo(sites, from.site, change);
    };
    add(1);
    return () => add(-1);
  };
}

const countOf = (counts: ReadonlyMap<string, number>, key: string): number => counts.get(key) ?? 0;

function addTo(counts: Map<string, number>, key: string, change: number): void {
  const count = countOf(counts, key) + change;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}

type Start = () => void;

const queueNameOf = (from: ClientAddress | undefined): string => from?.site ?? '';

/** One queue for each site; the queues take turns. */
function createQueues() {
  const queues = new Map<string, Start[]>();
  let length = 0;
  const toTheEnd = (name: string): void => {
    const queue = queues.get(name);
    queues.delete(name);
    if (queue && queue.length > 0) queues.set(name, queue);
  };
  return {
    get length() {
      return length;
    },
    join(name: string, start: Start): void {
      length += 1;
      const queue = queues.get(name);
      if (queue) queue.push(start);
      else queues.set(name, [start]);
    },
    leave(name: string, start: Start): void {
      length -= 1;
      const left = queues.get(name)?.filter((other) => other !== start) ?? [];
      if (left.length > 0) queues.set(name, left);
      else queues.delete(name);
    },
    /** @param served the queue that was served last, which goes behind all others */
    nextAfter(served: string): Start | undefined {
      toTheEnd(served);
      const [first] = queues;
      if (!first) return undefined;
      const [name, queue] = first;
      length -= 1;
      const start = queue.shift();
      toTheEnd(name);
      return start;
    },
  };
}
