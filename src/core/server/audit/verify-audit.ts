// Verifies the audit: that every sealed entry is what was written, that none is missing, and that the seals follow each
// other. A cut end shows only to who knows a later head, from the log.
import type { Ports } from '../ports.ts';
import { findAuditKey } from './audit-key.ts';
import { headText, horizonMac, isMac, type PurgedUpTo, type Seal, sealMac } from './seal.ts';

type Deps = Pick<Ports, 'audit' | 'sealedValues' | 'secrets' | 'clock'>;

export type AuditFault =
  /** Entries of the seal were changed, removed, inserted or swapped, or the seal itself was changed. */
  | { kind: 'broken-seal'; number: number; fromId: number; toId: number }
  /** Seals are missing before this one, or were inserted. */
  | { kind: 'broken-chain'; number: number; expected: number }
  /** Somebody else than the purge moved the horizon. */
  | { kind: 'broken-horizon'; number: number }
  /** An entry was inserted before the first seal, where none is ever written. */
  | { kind: 'inserted-before'; id: number }
  /**
   * The entries from this one on are not sealed, though it is older than a server leaves one unsealed. `at`: when it
   * was written, in ms.
   */
  | { kind: 'not-sealed'; id: number; at: number }
  /** The audit once ended in the head that was given, or later, and does no more. */
  | { kind: 'head-missing'; number: number };

export type AuditVerdict = {
  faults: readonly AuditFault[];
  seals: number;
  /** Entries whose seals were verified. */
  entries: number;
  /** Entries that are not sealed yet. */
  unsealed: number;
  /** Seals whose key neither secret decrypts: they cannot be verified. */
  locked: number;
  /** The last entry that the purge deleted; 0: none. */
  purgedTo: number;
  head: string | undefined;
  /**
   * `found`: the audit holds the given head · `purged`: the head is older than what is kept · `missing` · `not-given`:
   * nobody can tell whether the end was cut off.
   */
  end: 'found' | 'purged' | 'missing' | 'not-given';
};

const PAGE = 100;
/** Servers seal what is settled once a minute. Longer than one needs to restart. */
const UNSEALED_AT_MOST_MS = 60 * 60 * 1000;

/** @param head as the log tells it; without one a cut end cannot be found @throws Unavailable */
export async function verifyAudit(deps: Deps, head?: Pick<Seal, 'number' | 'mac'>): Promise<AuditVerdict> {
  for (;;) {
    const horizon = await deps.audit.horizon();
    const verdict = await verifyFrom(deps, horizon, head);
    // The purge deletes while this reads.
    if ((await deps.audit.horizon())?.sealNumber === horizon?.sealNumber) return verdict;
  }
}

async function verifyFrom(
  deps: Deps,
  horizon: PurgedUpTo | undefined,
  head: Pick<Seal, 'number' | 'mac'> | undefined,
): Promise<AuditVerdict> {
  const keys = new Map<number, Buffer | undefined>();
  const keyOf = async (number: number): Promise<Buffer | undefined> => {
    if (!keys.has(number)) keys.set(number, await findAuditKey(deps, number));
    return keys.get(number);
  };
  const faults: AuditFault[] = [];
  let previous: Seal | undefined;
  let [seals, entries, locked] = [0, 0, 0];
  let holdsHead = false;
  const start = (horizon?.sealNumber ?? 1) - 1;
  for (let page = await deps.audit.seals({ afterNumber: start, limit: PAGE }); page.length > 0; ) {
    for (const seal of page) {
      seals += 1;
      const expected = previous ? previous.number + 1 : start + 1;
      if (seal.number !== expected) faults.push({ kind: 'broken-chain', number: seal.number, expected });
      if (head?.number === seal.number && isMac(seal.mac, head.mac)) holdsHead = true;
      if (horizon?.sealNumber === seal.number) {
        const key = await keyOf(horizon.keyNumber);
        if (!key) locked += 1;
        else if (seal.toId !== horizon.toId || !isMac(horizon.mac, horizonMac(key, horizon, seal))) {
          faults.push({ kind: 'broken-horizon', number: seal.number });
        }
      } else {
        const covered = await readAll(deps, { afterId: previous?.toId ?? 0, toId: seal.toId });
        const key = await keyOf(seal.keyNumber);
        if (!key) locked += 1;
        else if (seal.fromId !== (previous?.toId ?? 0) || !isMac(seal.mac, sealMac(key, seal, previous, covered))) {
          faults.push({ kind: 'broken-seal', number: seal.number, fromId: seal.fromId, toId: seal.toId });
        } else entries += covered.length;
      }
      previous = seal;
    }
    page = await deps.audit.seals({ afterNumber: page.at(-1)?.number ?? 0, limit: PAGE });
  }
  if (horizon && seals === 0) faults.push({ kind: 'broken-chain', number: 0, expected: horizon.sealNumber });
  if (!horizon) faults.push(...(await insertedBefore(deps)));
  faults.push(...(await notSealed(deps, previous?.toId ?? 0)));
  const end = endOf(head, horizon?.sealNumber ?? 0, holdsHead);
  if (head && end === 'missing') faults.push({ kind: 'head-missing', number: head.number });
  return {
    faults,
    seals,
    entries,
    locked,
    unsealed: await countAfter(deps, previous?.toId ?? 0),
    purgedTo: horizon?.toId ?? 0,
    head: previous && headText(previous),
    end,
  };
}

/** Where the purge has deleted, it deletes what is inserted too. */
async function insertedBefore({ audit }: Deps): Promise<readonly AuditFault[]> {
  const before = await audit.read({ afterId: Number.MIN_SAFE_INTEGER, toId: 0, limit: 1 });
  return before.map(({ id }) => ({ kind: 'inserted-before', id }));
}

async function notSealed({ audit, clock }: Deps, sealedTo: number): Promise<readonly AuditFault[]> {
  const oldest = await audit.read({ afterId: sealedTo, toId: ALL, limit: 1 });
  const sealedBy = clock.now() - UNSEALED_AT_MOST_MS;
  return oldest.filter(({ at }) => at < sealedBy).map(({ id, at }) => ({ kind: 'not-sealed', id, at }));
}

function endOf(head: Pick<Seal, 'number'> | undefined, horizonNumber: number, holdsHead: boolean): AuditVerdict['end'] {
  if (!head) return 'not-given';
  if (holdsHead) return 'found';
  return head.number < horizonNumber ? 'purged' : 'missing';
}

const ALL = Number.MAX_SAFE_INTEGER;
const ROWS = 1000;

async function readAll({ audit }: Pick<Ports, 'audit'>, range: { afterId: number; toId: number }) {
  const found = [...(await audit.read({ ...range, limit: ROWS }))];
  for (let page = found; page.length === ROWS; ) {
    page = [...(await audit.read({ ...range, afterId: page.at(-1)?.id ?? range.toId, limit: ROWS }))];
    found.push(...page);
  }
  return found;
}

async function countAfter({ audit }: Pick<Ports, 'audit'>, id: number): Promise<number> {
  let count = 0;
  for (let [afterId, size] = [id, ROWS]; size === ROWS; ) {
    const page = await audit.read({ afterId, toId: ALL, limit: ROWS });
    size = page.length;
    afterId = page.at(-1)?.id ?? afterId;
    count += size;
  }
  return count;
}
