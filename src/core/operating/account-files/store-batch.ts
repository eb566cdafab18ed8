// Stores a batch of an import, and updates the accounts that exist, or says what that would do (contract 30).

import { Unavailable } from '../../ground/unavailable.ts';
import { findUsernameKey, peekUsernameKey } from '../../people/usernames/username-key.ts';
import { retireSignerKey, withKeyNamed } from '../../sign-in/passwords/signer-keys.ts';
import type { Ports } from '../ports.ts';
import type {
  AccountToInsert,
  AccountUpdate,
  CurrentAccount,
  InsertedAccount,
  UpdatedAccount,
} from './account-file-store.ts';
import type { AccountLine } from './account-line.ts';
import { createUnstored } from './claims.ts';
import { decideUpdate } from './decide-update.ts';
import { leaveReservedOut } from './make-account.ts';

type Deps = Pick<
  Ports,
  'accountFiles' | 'passwords' | 'usernames' | 'sealedValues' | 'secrets' | 'clock' | 'rules' | 'livePolicy'
>;

/** A line that is to be stored. */
export type Storing = {
  line: AccountLine;
  insert: AccountToInsert;
  mustSetPassword: boolean;
  /** What is left out of it. */
  notes: string[];
};

/** `updated` is undefined where nothing was tried. */
export type Stored = { result: InsertedAccount; updated: UpdatedAccount | undefined };

const MAX_ATTEMPTS = 3;

/** @returns a function that stores one batch after the other, each in one transaction */
export function createStoring(
  deps: Deps,
  { dryRun = false, update = false, withRoles = false }: { dryRun?: boolean; update?: boolean; withRoles?: boolean },
): (batch: readonly Storing[]) => Promise<Stored[]> {
  /** Names of those that this import has put aside. */
  const signerKeys = new Set<string>();
  const hashOf = async ({ password }: AccountLine): Promise<string | undefined> =>
    password && (dryRun ? withKeyNamed(password) : retireSignerKey(deps, password, signerKeys));
  const [afterOthers, updateUnstored] = [createUnstored(), createUpdating(deps)];
  return async (batch) => {
    const hashes: (string | undefined)[] = [];
    for (const { line } of batch) hashes.push(await hashOf(line));
    const found = await insertBatch(deps, batch, { hashes, dryRun, withRoles });
    const results = dryRun ? found.map((one, at) => afterOthers((batch[at] as Storing).insert, one)) : found;
    if (!update) return results.map((result) => ({ result, updated: undefined }));
    const updates = batch.map((storing, at) => updateOf(storing, results[at] as InsertedAccount, hashes[at]));
    const wanted = updates.filter((one) => one !== undefined);
    if (dryRun) updateUnstored.remember(batch, results, hashes);
    const done = dryRun ? await updateUnstored.update(wanted) : await updateAll(deps, wanted);
    const updated = new Map(wanted.map((one, at) => [one, done[at]]));
    return results.map((result, at) => {
      const one = updates[at];
      return { result, updated: one && updated.get(one) };
    });
  };
}

async function insertBatch(
  deps: Deps,
  batch: readonly Storing[],
  { hashes, dryRun, withRoles }: { hashes: readonly (string | undefined)[]; dryRun: boolean; withRoles: boolean },
): Promise<readonly InsertedAccount[]> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const key = dryRun ? await peekUsernameKey(deps) : await findUsernameKey(deps);
    const inserts = batch.map(({ insert }, at) => {
      const { username } = insert.account;
      const nameKey = username === undefined ? undefined : key?.keyOf(username).nameKey;
      return { ...insert, nameKey, account: { ...insert.account, passwordHash: hashes[at] } };
    });
    const policyRevision = withRoles || dryRun ? undefined : deps.livePolicy.revision();
    const results = await deps.accountFiles.insert(inserts, { sealedKey: key?.sealed, policyRevision, dryRun });
    if (typeof results !== 'string') return results;
    if (results === 'other-key') continue;
    if (results === 'other-groups') throw new Unavailable('The groups are being changed');
    await deps.livePolicy.refresh();
    for (const storing of batch) leaveReservedOut(deps, storing);
  }
  throw new Unavailable('The username key or the policy is being changed');
}

function updateOf(
  { line, mustSetPassword }: Storing,
  result: InsertedAccount,
  passwordHash: string | undefined,
): AccountUpdate | undefined {
  if (result.kind !== 'exists' || result.accountId === undefined) return undefined;
  const { profile, disabled, emailVerified, groups } = line;
  return { accountId: result.accountId, profile, passwordHash, disabled, emailVerified, groups, mustSetPassword };
}

const updateAll = async (deps: Deps, updates: readonly AccountUpdate[]): Promise<readonly UpdatedAccount[]> =>
  updates.length === 0 ? [] : deps.accountFiles.update(updates, deps.clock.now());

/** For a dry run: as if what it would have stored and changed so far were there. */
function createUpdating({ accountFiles }: Deps) {
  const unstored = new Map<string, CurrentAccount>();
  return {
    remember(
      batch: readonly Storing[],
      results: readonly InsertedAccount[],
      hashes: readonly (string | undefined)[],
    ): void {
      for (const [at, { insert }] of batch.entries()) {
        if (results[at]?.kind !== 'created') continue;
        const { id, profile, disabledAt, emailVerified } = insert.account;
        const passwordHash = hashes[at];
        unstored.set(id, {
          ...{ profile, passwordHash, emailVerified, disabled: disabledAt !== undefined, groups: insert.groups },
          isUntouched: passwordHash !== undefined,
        });
      }
    },
    async update(updates: readonly AccountUpdate[]): Promise<readonly UpdatedAccount[]> {
      const ids = updates.map(({ accountId }) => accountId).filter((id) => !unstored.has(id));
      const current = ids.length === 0 ? new Map<string, CurrentAccount>() : await accountFiles.findCurrent(ids);
      return updates.map((update) => {
        const { accountId } = update;
        const { updated, next } = decideUpdate(unstored.get(accountId) ?? current.get(accountId), update);
        if (next && (updated.profile || updated.password)) unstored.set(accountId, next);
        return updated;
      });
    },
  };
}
