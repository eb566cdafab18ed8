// Imports accounts in batches, each of which is one transaction (contract 30). A run that was killed is repeated:
// accounts that exist are left alone.

import { putSignerKeyAside } from '../passwords/signer-keys.ts';
import type { Ports } from '../ports.ts';
import { Unavailable } from '../unavailable.ts';
import { findUsernameKey, peekUsernameKey } from '../usernames/username-key.ts';
import type { AccountToInsert, AccountUpdate, InsertedAccount, UpdatedAccount } from './account-file-store.ts';
import { type AccountLine, PASSWORD_NOTE, readAccountLine } from './account-line.ts';
import { claimsOf, createUnstored } from './claims.ts';
import { makeImportedAccount } from './make-account.ts';

/** One account as a file has it. */
export type SourceLine = {
  /** Where it is in the file, for the operator. */
  at: SourcePlace;
  /** `json`: as docs/import.schema.json describes it. With `faults` the line is refused in any case. */
  content: { json?: unknown; faults?: readonly string[] };
  /** What was left out when it was translated from another system's file. */
  notes?: readonly string[] | undefined;
};
export type SourcePlace = { file?: string; line: number };

export type ImportCounts = {
  read: number;
  created: number;
  /** Accounts that were there already. */
  existing: number;
  /** Of these, those that `update` changed. */
  updated: number;
  refused: number;
  /** Created without the username of their line. */
  withoutUsername: number;
  /** Created without password and passkey: these people come in by a mail for a new password. */
  withoutPassword: number;
};

export type ImportOptions = {
  /** Stores nothing. */
  dryRun?: boolean;
  /** Changes profiles of accounts that exist, and passwords of imported ones that nobody has signed in to. */
  update?: boolean;
  /** Gives roles and reserved usernames. */
  withRoles?: boolean;
  /** Leaves out profile values that are not allowed here instead of refusing their line. */
  lenient?: boolean;
  onRefused(at: SourcePlace, reasons: readonly string[]): void | Promise<void>;
  /** Something was left out or left alone. */
  onNote(at: SourcePlace, notes: readonly string[]): void | Promise<void>;
  /** After each batch and each refused line. */
  onProgress?(counts: Readonly<ImportCounts>): void;
};

type Deps = Pick<
  Ports,
  'accountFiles' | 'applications' | 'passwords' | 'usernames' | 'sealedValues' | 'secrets' | 'clock' | 'rules'
>;

/** A line that will be stored. */
type Waiting = { at: SourcePlace; line: AccountLine; notes: string[]; insert: AccountToInsert };

export const BATCH_SIZE = 500;
const MAX_ATTEMPTS = 3;

/** @throws Unavailable when the database cannot answer; every batch before is stored */
export async function importAccounts(
  deps: Deps,
  lines: AsyncIterable<SourceLine>,
  options: ImportOptions,
): Promise<ImportCounts> {
  const counts: ImportCounts = {
    ...{ read: 0, created: 0, existing: 0, updated: 0, refused: 0, withoutUsername: 0, withoutPassword: 0 },
  };
  const storing: Storing = { ...deps, signerKeys: new Set() };
  const findApplication = rememberApplications(deps);
  let batch: Waiting[] = [];
  let claims = new Set<string>();
  const afterOthers = createUnstored();
  const refuse = async (at: SourcePlace, reasons: readonly string[]) => {
    counts.refused += 1;
    await options.onRefused(at, reasons);
    options.onProgress?.(counts);
  };
  const store = async () => {
    const found = await storeBatch(storing, batch, options);
    const results = options.dryRun ? found.map((one, at) => afterOthers((batch[at] as Waiting).insert, one)) : found;
    const updated = options.update && !options.dryRun ? await updateExisting(storing, batch, results) : NOTHING_UPDATED;
    for (const [index, waiting] of batch.entries()) {
      const to = { counts, options, refuse, updated: updated.get(waiting) };
      await note(waiting, results[index] as InsertedAccount, to);
    }
    batch = [];
    claims = new Set();
    options.onProgress?.(counts);
  };
  for await (const { at, content, notes = [] } of lines) {
    counts.read += 1;
    const read =
      'json' in content
        ? readAccountLine(content.json, deps.clock.now(), { lenient: options.lenient, ownKind: deps.passwords.ownKind })
        : { faults: [] };
    const faults = [...(content.faults ?? []), ...('faults' in read ? read.faults : [])];
    if ('faults' in read || faults.length > 0) {
      await refuse(at, faults);
      continue;
    }
    const { line, unknown } = await withoutUnknown(read.line, findApplication);
    const made = await makeImportedAccount(deps, line, { withRoles: options.withRoles ?? false });
    const waiting = { at, line, notes: [...notes, ...read.notes, ...unknown, ...made.notes], insert: made.account };
    // Two lines of one batch that want the same thing: the first is stored before the second is looked at.
    const wanted = claimsOf(waiting.insert);
    if (wanted.some((claim) => claims.has(claim))) await store();
    for (const claim of wanted) claims.add(claim);
    batch.push(waiting);
    if (batch.length === BATCH_SIZE) await store();
  }
  if (batch.length > 0) await store();
  return counts;
}

/** Asks once for each application that exists. */
function rememberApplications({ applications }: Pick<Deps, 'applications'>): (id: string) => Promise<boolean> {
  // Without those that do not exist, of which a file may name any number.
  const known = new Set<string>();
  return async (id) => {
    if (known.has(id)) return true;
    // Ids consist of these alone, and the database would refuse some other texts.
    if (!/^[a-z0-9]{1,64}$/.test(id) || (await applications.find(id)) === undefined) return false;
    known.add(id);
    return true;
  };
}

/**
 * The line without what it says of applications that do not exist here: a file of a whole realm names more of them than
 * move, and the person is no worse an account for it. @returns `unknown`: notes
 */
async function withoutUnknown(
  line: AccountLine,
  exists: (id: string) => Promise<boolean>,
): Promise<{ line: AccountLine; unknown: string[] }> {
  const unknown = new Set<string>();
  for (const { applicationId } of [...line.subjects, ...line.connections]) {
    if (!(await exists(applicationId))) unknown.add(applicationId);
  }
  const isKnown = ({ applicationId }: { applicationId: string }): boolean => !unknown.has(applicationId);
  const { subjects, connections } = line;
  return {
    line: { ...line, subjects: subjects.filter(isKnown), connections: connections.filter(isKnown) },
    unknown: [...unknown].map((id) => `${id}: the sub is left out, because there is no such application`),
  };
}

async function storeBatch(
  deps: Storing,
  batch: readonly Waiting[],
  { dryRun = false }: ImportOptions,
): Promise<readonly InsertedAccount[]> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const key = dryRun ? await peekUsernameKey(deps) : await findUsernameKey(deps);
    const inserts: AccountToInsert[] = [];
    for (const { insert, line } of batch) {
      const { username } = insert.account;
      const nameKey = username === undefined ? undefined : key?.keyOf(username).nameKey;
      const passwordHash = await storedHash(deps, line, dryRun);
      inserts.push({ ...insert, nameKey, account: { ...insert.account, passwordHash } });
    }
    const results = await deps.accountFiles.insert(inserts, { sealedKey: key?.sealed, dryRun });
    if (results !== 'other-key') return results;
  }
  throw new Unavailable('The username key is being changed');
}

/** `signerKeys`: names of those that this import has put aside. */
type Storing = Deps & { signerKeys: Set<string> };

const storedHash = async (deps: Storing, { password }: AccountLine, dryRun: boolean): Promise<string | undefined> =>
  password && !dryRun ? putSignerKeyAside(deps, password, deps.signerKeys) : password?.text;

type Noting = {
  /** What changed of an account that existed; undefined: nothing was tried. */
  updated: UpdatedAccount | undefined;
  counts: ImportCounts;
  options: ImportOptions;
  refuse(at: SourcePlace, reasons: readonly string[]): Promise<void>;
};

async function note({ at, line, notes, insert }: Waiting, result: InsertedAccount, to: Noting): Promise<void> {
  const { counts, options } = to;
  if (result.kind === 'taken') {
    const subs = result.applicationIds.map((id) => `${id}: the sub is or was another account’s`);
    await to.refuse(at, [...subs, ...(result.passkeys > 0 ? ['/passkeys: some account has one of them'] : [])]);
    return;
  }
  if (result.kind === 'exists') {
    counts.existing += 1;
    if (to.updated?.profile || to.updated?.password) counts.updated += 1;
    const aboutPassword = to.updated?.password ? notes.filter((one) => one.startsWith(PASSWORD_NOTE)) : [];
    await options.onNote(at, [existingNote(result.accountId, to.updated), ...aboutPassword]);
    return;
  }
  counts.created += 1;
  if (line.password === undefined && line.passkeys.length === 0) counts.withoutPassword += 1;
  const isNamed = insert.account.username !== undefined && !result.usernameTaken;
  if (line.username !== undefined && !isNamed) counts.withoutUsername += 1;
  const all = result.usernameTaken ? [...notes, '/username: left out, because it is or was another account’s'] : notes;
  if (all.length > 0) await options.onNote(at, all);
}

function existingNote(accountId: string | undefined, updated: UpdatedAccount | undefined): string {
  if (accountId === undefined) return 'left alone: the address is reserved for another account';
  const changed = [...(updated?.profile ? ['profile'] : []), ...(updated?.password ? ['password'] : [])];
  return changed.length > 0 ? `the account exists: changed ${changed.join(' and ')}` : 'left alone: the account exists';
}

const NOTHING_UPDATED: ReadonlyMap<Waiting, UpdatedAccount> = new Map();

async function updateExisting(
  deps: Storing,
  batch: readonly Waiting[],
  results: readonly InsertedAccount[],
): Promise<ReadonlyMap<Waiting, UpdatedAccount>> {
  const existing: Waiting[] = [];
  const updates: AccountUpdate[] = [];
  for (const [index, waiting] of batch.entries()) {
    const result = results[index];
    if (result?.kind !== 'exists' || result.accountId === undefined) continue;
    const { line } = waiting;
    existing.push(waiting);
    const passwordHash = await storedHash(deps, line, false);
    updates.push({ accountId: result.accountId, profile: line.profile, passwordHash });
  }
  if (updates.length === 0) return NOTHING_UPDATED;
  const updated = await deps.accountFiles.update(updates, deps.clock.now());
  return new Map(existing.map((waiting, index) => [waiting, updated[index] as UpdatedAccount]));
}
