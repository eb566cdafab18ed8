// How often documents are fetched, for each process (contract 46). A fault is not kept, so whoever names a broken
// document makes this server ask its host again; and whoever names a hundred makes it ask a hundred times.
import type { Clock } from '../../ground/clock.ts';

/** In a minute, of each URL, host, and network that asks. */
export const FETCHES_A_MINUTE = { url: 6, host: 60, network: 20 } as const;
export const FETCHES_AT_ONCE = 10;

const MINUTE_MS = 60_000;
/** No fetch takes longer, in seconds. */
const FETCH_SECONDS = 3;
/** Beyond this number of keys the one that was counted longest ago is forgotten. */
const MAX_KEYS = 20_000;

type Counted = keyof typeof FETCHES_A_MINUTE;

export interface FetchLimits {
  /**
   * Takes a place for one fetch.
   * @returns `end` gives its place among those at once back; or in how many seconds there is one
   */
  begin(of: Readonly<Record<Counted, string>>): { kind: 'begun'; end(): void } | { kind: 'full'; seconds: number };
}

export function createFetchLimits(clock: Pick<Clock, 'now'>): FetchLimits {
  const times = new Map<string, readonly number[]>();
  let running = 0;

  const within = (key: string, now: number): readonly number[] =>
    (times.get(key) ?? []).filter((at) => at > now - MINUTE_MS && at <= now);

  return {
    begin(of) {
      const now = clock.now();
      if (running >= FETCHES_AT_ONCE) return { kind: 'full', seconds: FETCH_SECONDS };
      const counts = (Object.keys(FETCHES_A_MINUTE) as Counted[]).map((counted) => {
        const key = `${counted} ${of[counted]}`;
        const found = within(key, now);
        const [oldest = now] = found;
        return { key, found, wait: found.length >= FETCHES_A_MINUTE[counted] ? oldest + MINUTE_MS - now : 0 };
      });
      const wait = Math.max(...counts.map((one) => one.wait));
      if (wait > 0) return { kind: 'full', seconds: Math.ceil(wait / 1000) };
      for (const { key, found } of counts) {
        times.delete(key);
        times.set(key, [...found, now]);
        const [longestAgo] = times.size > MAX_KEYS ? times.keys() : [];
        if (longestAgo !== undefined) times.delete(longestAgo);
      }
      running += 1;
      return {
        kind: 'begun',
        end: () => {
          running -= 1;
        },
      };
    },
  };
}
