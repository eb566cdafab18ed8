// Keeps the JWK sets that applications publish (contract 40), for each process. Whoever sends an assertion with an
// unknown `kid` makes this server ask the owner's server, so it asks at most once a minute.
import type { Clock } from '../../ground/clock.ts';
import type { Publish } from '../../ground/events/publisher.ts';
import { type ClientKey, MAX_CLIENT_KEYS, readClientKey } from '../../server/keys/client-key.ts';
import type { KeySetSource } from './key-set-source.ts';

/** A set is asked for anew after this time. */
const KEPT_MS = 10 * 60_000;
/** No set is asked for more often, whether it was answered or not. */
const ASKED_EVERY_MS = 60_000;
/** While the owner's server is down, its last answer counts for this long. */
const LAST_ANSWER_MS = 60 * 60_000;
/** Beyond this number the set that was first asked for is dropped. */
const MAX_SETS = 1_000;

export type FoundKeys = {
  keys: readonly ClientKey[];
  /** Why the owner's server gave none the last time; undefined: it did. */
  trouble: string | undefined;
};

export interface RemoteKeySets {
  /**
   * The keys at this address that `pick` takes. Where it takes none, the address is asked again, if that is due.
   */
  find(uri: string, pick: (keys: readonly ClientKey[]) => readonly ClientKey[]): Promise<FoundKeys>;
}

type Kept = {
  keys: readonly ClientKey[];
  answeredAt: number | undefined;
  askedAt: number | undefined;
  trouble: string | undefined;
  asking: Promise<void> | undefined;
};

export function createRemoteKeySets(deps: { fetch: KeySetSource; clock: Clock; publish: Publish }): RemoteKeySets {
  const sets = new Map<string, Kept>();

  const setAt = (uri: string): Kept => {
    const known = sets.get(uri);
    if (known) return known;
    const [oldest] = sets.size >= MAX_SETS ? sets.keys() : [];
    if (oldest !== undefined) sets.delete(oldest);
    const set: Kept = { keys: [], answeredAt: undefined, askedAt: undefined, trouble: undefined, asking: undefined };
    sets.set(uri, set);
    return set;
  };

  const isOver = (since: number | undefined, ms: number): boolean =>
    since === undefined || deps.clock.now() - since >= ms;

  const ask = async (uri: string, set: Kept): Promise<void> => {
    set.askedAt = deps.clock.now();
    const answer = await deps.fetch(uri);
    const keys = answer.kind === 'fetched' ? readKeySet(answer.text) : undefined;
    deps.publish({ kind: 'key-set-asked', result: keys ? 'read' : 'failed' });
    set.trouble = keys ? undefined : answer.kind === 'failed' ? answer.reason : 'no-key-set';
    if (!keys) return;
    set.keys = keys;
    set.answeredAt = set.askedAt;
  };

  /** All who need the set wait for one answer. */
  const askIfDue = async (uri: string, set: Kept): Promise<void> => {
    if (!set.asking && isOver(set.askedAt, ASKED_EVERY_MS)) {
      set.asking = ask(uri, set).finally(() => {
        set.asking = undefined;
      });
    }
    await set.asking;
  };

  return {
    async find(uri, pick) {
      const set = setAt(uri);
      const picked = () => (isOver(set.answeredAt, LAST_ANSWER_MS) ? [] : pick(set.keys));
      if (isOver(set.answeredAt, KEPT_MS)) await askIfDue(uri, set);
      if (picked().length === 0) await askIfDue(uri, set);
      return { keys: picked(), trouble: set.trouble };
    },
  };
}

/** The usable ones of a JWK set (RFC 7517 5: others are ignored); undefined when the text is none. */
function readKeySet(text: string): readonly ClientKey[] | undefined {
  try {
    const { keys } = JSON.parse(text) as { keys?: unknown };
    if (!Array.isArray(keys)) return undefined;
    return keys.flatMap(usable).slice(0, MAX_CLIENT_KEYS);
  } catch {
    return undefined;
  }
}

function usable(jwk: unknown): ClientKey[] {
  const reading = readClientKey(jwk);
  return reading.kind === 'key' ? [reading.key] : [];
}
