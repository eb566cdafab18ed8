// Operators keep usernames for themselves (contract 2): whoever takes a name gets the rights that programs give it. The
// names are a member of the policy, and nowhere else.
import { type ChangePolicyDeps, changePolicy, type PolicyChanged } from '../../server/policy/change-policy.ts';
import type { Ports } from '../ports.ts';
import { comparedForm, isReservedEverywhere } from './username.ts';
import { findUsernameKey } from './username-key.ts';

/** What the policy reserves now, or why it was not changed. */
export type ReservedUsernames =
  | { kind: 'changed'; names: readonly string[] }
  | Exclude<PolicyChanged, { kind: 'changed' }>
  /** These cannot be released: they are not in the policy, or are reserved on every server. */
  | { kind: 'not-reserved'; names: readonly string[] };

const isSame = (one: string, other: string): boolean => comparedForm(one) === comparedForm(other);

/** @param names as `readUsername` returns them. Those that are reserved everywhere need no place in the policy */
export const reserveUsernames = (deps: ChangePolicyDeps, names: readonly string[]): Promise<ReservedUsernames> =>
  changeList(deps, (reserved) => [...reserved, ...names.filter((name) => !isReservedEverywhere(name))]);

/** Releases all of these or none. */
export async function releaseUsernames(deps: ChangePolicyDeps, names: readonly string[]): Promise<ReservedUsernames> {
  await deps.livePolicy.refresh();
  const reserved = deps.livePolicy.values().reservedUsernames;
  const unknown = names.filter((name) => !reserved.some((one) => isSame(one, name)));
  if (unknown.length > 0) return { kind: 'not-reserved', names: unknown };
  return changeList(deps, (list) => list.filter((one) => !names.some((name) => isSame(one, name))));
}

/** Each attempt that fails met somebody else's change of the policy. */
const MAX_ATTEMPTS = 5;

async function changeList(
  deps: ChangePolicyDeps,
  change: (reserved: readonly string[]) => readonly string[],
): Promise<ReservedUsernames> {
  const { livePolicy } = deps;
  let changed: PolicyChanged = { kind: 'stale' };
  for (let attempt = 0; attempt < MAX_ATTEMPTS && changed.kind === 'stale'; attempt += 1) {
    await livePolicy.refresh();
    const wanted = { reservedUsernames: change(livePolicy.values().reservedUsernames) };
    changed = await changePolicy(deps, { wanted, revision: livePolicy.revision() });
  }
  return changed.kind === 'changed' ? { ...changed, names: livePolicy.values().reservedUsernames } : changed;
}

/** Whose they are, or were: reserving takes a name from nobody. */
export async function holdersOf(
  deps: Pick<Ports, 'usernames' | 'sealedValues' | 'secrets' | 'clock'>,
  names: readonly string[],
): Promise<{ name: string; accountId: string }[]> {
  const key = await findUsernameKey(deps);
  const holders = await Promise.all(
    names.map(async (name) => ({ name, account: await deps.usernames.findHolder(key.keyOf(name).nameKey) })),
  );
  return holders.flatMap(({ name, account }) => (account ? [{ name, accountId: account.id }] : []));
}
