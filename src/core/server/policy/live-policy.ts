// The policy that this process follows. It is in memory, so that reading it costs nothing; `refresh` reads what is
// stored, which a loop does four times a second (contract 29).
import {
  followedPolicy,
  type PolicyKinds,
  type PolicyValues,
  type StoredValues,
  safePolicy,
  storedIn,
} from './policy.ts';
import type { PolicyStore } from './policy-store.ts';

export type LivePolicy = {
  readonly kinds: PolicyKinds;
  /** Whether this server sends mail, or keeps it in memory. */
  readonly hasMail: boolean;
  values(): PolicyValues;
  /** Of what `values` are made from. */
  revision(): number;
  stored(): StoredValues;
  /** @returns whether the policy has changed since the last time @throws Unavailable */
  refresh(): Promise<boolean>;
};

export function createLivePolicy(
  store: Pick<PolicyStore, 'list'>,
  { kinds, hasMail }: { kinds: PolicyKinds; hasMail: boolean },
): LivePolicy {
  let revision = 0;
  let stored: StoredValues = {};
  let values = safePolicy(followedPolicy(kinds, stored), hasMail);
  return {
    kinds,
    hasMail,
    values: () => values,
    revision: () => revision,
    stored: () => stored,
    async refresh() {
      // Only what is new: the logo alone can be 64 KiB.
      const rows = await store.list(revision);
      const newest = Math.max(0, ...rows.map((row) => row.revision));
      // An older answer may arrive after a newer one.
      if (newest <= revision) return false;
      revision = newest;
      stored = { ...stored, ...storedIn(rows) };
      values = safePolicy(followedPolicy(kinds, stored), hasMail);
      return true;
    },
  };
}
