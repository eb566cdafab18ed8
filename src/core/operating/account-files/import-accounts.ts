// Imports accounts in batches, each of which is one transaction (contract 30). A run that was killed is repeated:
// accounts that exist are left alone.
import { resourceKey } from '../../applications/apis/resource.ts';
import type { Ports } from '../ports.ts';
import type { ApiSubject } from './account-file-store.ts';
import type { AccountLine, CreateLineReader } from './account-line.ts';
import { createGroupFinder } from './brought-groups.ts';
import { claimsOf } from './claims.ts';
import { makeImportedAccount } from './make-account.ts';
import { createStoring } from './store-batch.ts';
import { createTelling, type ImportCounts, type Listeners, type SourcePlace, type StoredLine } from './tell-results.ts';

/** One account as a file has it. */
export type SourceLine = {
  /** Where it is in the file, for the operator. */
  at: SourcePlace;
  /** `json`: as docs/import.schema.json describes it. With `faults` the line is refused in any case. */
  content: { json?: unknown; faults?: readonly string[] };
  /** What was left out when it was translated from another system's file. */
  notes?: readonly string[] | undefined;
  /** The other system asks the person for a new password; the line has none. */
  mustSetPassword?: boolean | undefined;
};

/** A line of a file of passwords that is of no use: with `faults` it cannot be read, with `notes` it is nobody's. */
export type PasswordLine = {
  at: SourcePlace;
  password: { faults: readonly string[] } | { notes: readonly string[] };
};

export type ImportLine = SourceLine | PasswordLine;

export type ImportOptions = Listeners & {
  createLineReader: CreateLineReader;
  /** Stores nothing. */
  dryRun?: boolean;
  /** Changes profiles of accounts that exist, and passwords of imported ones that nobody has signed in to. */
  update?: boolean;
  /** Gives roles and reserved usernames. */
  withRoles?: boolean;
  /** Creates the groups that there are not. */
  withGroups?: boolean;
  /** Leaves out profile values that are not allowed here instead of refusing their line. */
  lenient?: boolean;
};

type Deps = Pick<
  Ports,
  | 'accountFiles'
  | 'apis'
  | 'applications'
  | 'groups'
  | 'publish'
  | 'passwords'
  | 'usernames'
  | 'sealedValues'
  | 'secrets'
  | 'clock'
  | 'rules'
  | 'livePolicy'
>;

export const BATCH_SIZE = 500;

/** @throws Unavailable when the database cannot answer; every batch before is stored */
export async function importAccounts(
  deps: Deps,
  lines: AsyncIterable<ImportLine>,
  options: ImportOptions,
): Promise<ImportCounts> {
  const { lenient, withRoles = false, createLineReader } = options;
  const { clock, passwords } = deps;
  const readLine = createLineReader({ lenient, ownKind: passwords.ownKind, now: () => clock.now() });
  const telling = createTelling(options);
  const [store, isKnown] = [createStoring(deps, options), remember(deps)];
  const findGroups = createGroupFinder(deps, options);
  let batch: StoredLine[] = [];
  let claims = new Set<string>();
  const storeBatch = async () => {
    const stored = await store(batch);
    for (const [at, { result, updated }] of stored.entries())
      await telling.stored(batch[at] as StoredLine, result, updated);
    batch = [];
    claims = new Set();
    telling.progress();
  };
  for await (const one of lines) {
    if ('password' in one) {
      const { at, password } = one;
      await ('faults' in password ? telling.refusedPassword(at, password.faults) : telling.notes(at, password.notes));
      continue;
    }
    const { at, content, notes = [], mustSetPassword = false } = one;
    telling.read();
    const read = 'json' in content ? readLine(content.json) : { faults: [] };
    const faults = [...(content.faults ?? []), ...('faults' in read ? read.faults : [])];
    if ('faults' in read || faults.length > 0) {
      await telling.refused(at, faults);
      continue;
    }
    const missing = await findGroups(read.line.groups ?? []);
    if (missing.length > 0) {
      await telling.refused(at, missing);
      continue;
    }
    const { line, unknown } = await withoutUnknown(read.line, isKnown);
    const made = await makeImportedAccount(deps, line, { withRoles });
    const all = [...notes, ...read.notes, ...unknown, ...made.notes];
    const told = { at, line, mustSetPassword, notes: all, insert: made.account, hasPasskey: made.hasPasskey };
    // Two lines of one batch that want the same thing: the first is stored before the second is looked at.
    const wanted = claimsOf(told.insert);
    if (wanted.some((claim) => claims.has(claim))) await storeBatch();
    for (const claim of wanted) claims.add(claim);
    batch.push(told);
    if (batch.length === BATCH_SIZE) await storeBatch();
  }
  if (batch.length > 0) await storeBatch();
  return telling.counts();
}

type Known = {
  application(id: string): Promise<boolean>;
  /** @returns the resource as the API has it. Undefined: there is no such API */
  resource(resource: string): Promise<string | undefined>;
};

/** Asks once for each application and API that exists. */
function remember({ applications, apis }: Pick<Deps, 'applications' | 'apis'>): Known {
  // Without those that do not exist, of which a file may name any number.
  const known = new Set<string>();
  const resources = new Map<string, string>();
  return {
    application: async (id) => {
      if (known.has(id)) return true;
      // Ids consist of these alone, and the database would refuse some other texts.
      if (!/^[a-z0-9]{1,64}$/.test(id) || (await applications.find(id)) === undefined) return false;
      known.add(id);
      return true;
    },
    resource: async (resource) => {
      const key = resourceKey(resource);
      const found = key === undefined ? undefined : (resources.get(key) ?? (await apis.findByResource(key))?.resource);
      if (key !== undefined && found !== undefined) resources.set(key, found);
      return found;
    },
  };
}

/**
 * The line without what it says of applications and APIs that do not exist here: a file of a whole realm names more of
 * them than move, and the person is no worse an account for it. @returns `unknown`: notes
 */
async function withoutUnknown(line: AccountLine, known: Known): Promise<{ line: AccountLine; unknown: string[] }> {
  const unknown = new Set<string>();
  for (const { applicationId } of [...line.subjects, ...line.connections]) {
    if (!(await known.application(applicationId))) unknown.add(applicationId);
  }
  const isKnown = ({ applicationId }: { applicationId: string }): boolean => !unknown.has(applicationId);
  const { subjects, connections } = line;
  const notes = [...unknown].map((id) => `${id}: the sub is left out, because there is no such application`);
  const apiSubjects: ApiSubject[] = [];
  for (const { resource: named, sub } of line.apiSubjects) {
    const resource = await known.resource(named);
    if (resource === undefined) notes.push(`${named}: the sub is left out, because there is no such API`);
    else apiSubjects.push({ resource, sub });
  }
  return {
    line: { ...line, subjects: subjects.filter(isKnown), connections: connections.filter(isKnown), apiSubjects },
    unknown: notes,
  };
}
