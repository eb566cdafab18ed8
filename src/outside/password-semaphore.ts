// A semaphore for password hashing that nobody can exhaust (contract 10): one network holds at most a quarter of its
// places, an IPv6 /48 half. Waiting requests are served site by site, so that a request from elsewhere waits behind one
// request of a flood and not behind all of it.
import type { ClientAddress } from '../core/limits/client-address.ts';
import { Unavailable } from '../core/unavailable.ts';

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
  /** Told to come again: there was no place to wait, or the wait was too long. */
  refused: number;
};

export function createPasswordSemaphore({ concurrency, maxWaiting, maxWaitMs }: PasswordSemaphoreOptions) {
  const requests = createPlaces(concurrency + maxWaiting);
  const works = createPlaces(concurrency + maxWaiting);
  const waiting = createLines();
  let running = 0;
  let done = 0;
  let refused = 0;

  const reserve = (from: ClientAddress): (() => void) | undefined => {
    const giveBack = requests(from);
    if (!giveBack) refused += 1;
    return giveBack;
  };

  const turn = (from: ClientAddress | undefined) =>
    new Promise<void>((resolve, reject) => {
      if (running < concurrency) {
        running += 1;
        resolve();
        return;
      }
      const timer = setTimeout(() => {
        waiting.leave(lineOf(from), start);
        refused += 1;
        reject(new Unavailable('Checking this password would take too long now.'));
      }, maxWaitMs);
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      waiting.join(lineOf(from), start);
    });

  /** The turn goes from hand to hand: `running` falls only when nobody waits. */
  const passOn = (from: ClientAddress | undefined) => {
    const start = waiting.nextAfter(lineOf(from));
    if (start) start();
    else running -= 1;
  };

  /** @param from undefined: nobody's share, because whoever asks is no client or holds a place of `reserve` */
  const inTurn = async <Result>(from: ClientAddress | undefined, work: () => Promise<Result>): Promise<Result> => {
    const giveBack = works(from);
    if (!giveBack) {
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
      giveBack();
    }
  };
  return { reserve, inTurn, figures: (): SemaphoreFigures => ({ running, waiting: waiting.length, done, refused }) };
}

/** Even of few places a share is one at least: otherwise nobody would ever have one. */
const shareOf = (places: number, parts: number): number => Math.max(1, Math.floor(places / parts));

/**
 * @returns gives a place, as long as there is one in the network's and the site's share; what is given gives it back
 */
function createPlaces(most: number): (from: ClientAddress | undefined) => (() => void) | undefined {
  const [mostOfNetwork, mostOfSite] = [shareOf(most, 4), shareOf(most, 2)];
  const networks = new Map<string, number>();
  const sites = new Map<string, number>();
  let taken = 0;
  return (from) => {
    if (taken >= most) return undefined;
    if (from && countOf(networks, from.network) >= mostOfNetwork) return undefined;
    if (from && countOf(sites, from.site) >= mostOfSite) return undefined;
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

const lineOf = (from: ClientAddress | undefined): string => from?.site ?? '';

/** One line for each site; the lines take turns. */
function createLines() {
  const lines = new Map<string, Start[]>();
  let length = 0;
  const toTheEnd = (name: string): void => {
    const line = lines.get(name);
    lines.delete(name);
    if (line && line.length > 0) lines.set(name, line);
  };
  return {
    get length() {
      return length;
    },
    join(name: string, start: Start): void {
      length += 1;
      const line = lines.get(name);
      if (line) line.push(start);
      else lines.set(name, [start]);
    },
    leave(name: string, start: Start): void {
      length -= 1;
      const left = lines.get(name)?.filter((other) => other !== start) ?? [];
      if (left.length > 0) lines.set(name, left);
      else lines.delete(name);
    },
    /** @param served the line of the one that was served until now: it goes behind all that have come meanwhile */
    nextAfter(served: string): Start | undefined {
      toTheEnd(served);
      const [first] = lines;
      if (!first) return undefined;
      const [name, line] = first;
      length -= 1;
      const start = line.shift();
      toTheEnd(name);
      return start;
    },
  };
}
