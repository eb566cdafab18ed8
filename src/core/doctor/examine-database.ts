// Checks the database, its schema, the disk under it, and the clock.
import type { Origin } from '../accounts/account.ts';
import type { SealedValue } from '../keys/sealed-value-store.ts';
import type { SigningKey } from '../keys/signing-key.ts';
import type { StoredValues } from '../policy/policy.ts';
import type { ProcessLocks } from '../policy/policy-store.ts';
import type { UsernameCounts } from '../usernames/username-store.ts';
import { days, type Finding, fault, megabytes, ok, warning } from './finding.ts';

export type DatabaseFacts = {
  /** Its name for the operator. */
  where: string;
  applied: readonly string[];
  pending: readonly string[];
  bytes: number;
  /** Empty while the schema is older than the program's. */
  keys: readonly SigningKey[];
  /**
   * The value that tells which secret belongs to the database; undefined: none is stored, or the schema is older than
   * the program's.
   */
  secretCheck: SealedValue | undefined;
  /** The sealed keys of imported Firebase projects; undefined: there are none, or the schema is older. */
  signerKeys: SealedValue | undefined;
  /** Addresses that are another spelling of a different account's address. */
  collidingAddresses: readonly string[];
  /** The number of unverified addresses by origin; undefined while the schema is older than the program's. */
  unverified: ReadonlyMap<Origin, number> | undefined;
  /** Mails given up within a week, at most 1000; undefined while the schema is older than the program's. */
  mailsGivenUp: number | undefined;
  /** Undefined while the schema is older than the program's. */
  usernames: UsernameCounts | undefined;
  /** Accounts that can still be restored, and those that should have been gone for an hour. Undefined as above. */
  leaving: { leaving: number; overdue: number } | undefined;
  /** What operators have set of the policy; nothing while the schema is older than the program's. */
  storedPolicy: StoredValues;
  /** What running processes have locked of the policy; none while the schema is older than the program's. */
  policyProcesses: readonly ProcessLocks[];
  /** Passkeys that belong to another relying party than this server's. Undefined as above. */
  passkeysElsewhere: number | undefined;
  /** Addresses of operators who have no second factor. Undefined as above. */
  operatorsWithoutFactor: readonly string[] | undefined;
} & (SqliteFacts | PostgresFacts);

export type SqliteFacts = {
  kind: 'sqlite';
  /** What the integrity check of the file reported; undefined: the file is intact. */
  damage: string | undefined;
  /** The part of `bytes` in empty pages. */
  freeBytes: number;
  walBytes: number;
  /** When the newest row was created, in ms; undefined: there are no rows. */
  newestAt: number | undefined;
};

export type PostgresFacts = {
  kind: 'postgres';
  /** How far its clock is ahead of this machine's, in ms, without the time that asking took. */
  aheadMs: number;
  connections: number;
  maxConnections: number;
};

/** A database that cannot be used, with the reason and what to do about it, or that does not exist yet. */
export type UnusableDatabase = { refused: string } | { missing: string };

const MEGABYTE = 1_000_000;
/** Above this, the WAL is not truncated between checkpoints: a program holds it. */
const MAX_WAL_BYTES = 128 * MEGABYTE;
const MIN_SHRINKABLE_BYTES = 100 * MEGABYTE;
const MIN_FREE_BYTES = 200 * MEGABYTE;
/** A server in use has newer rows. */
const MAX_NEWEST_ROW_AGE_DAYS = 30;
/** Accepted difference between two clocks. */
const TOLERANCE_MS = 30_000;

export function examineDatabase(facts: DatabaseFacts | UnusableDatabase): Finding[] {
  if ('missing' in facts) {
    const fix = 'the first start creates it; or restore a backup: latchkey restore FILE';
    return [warning('database', `${facts.missing}: the database does not exist yet`, fix)];
  }
  if ('refused' in facts) {
    const separator = facts.refused.lastIndexOf('; ');
    const [found, fix] =
      separator > 0
        ? [facts.refused.slice(0, separator), facts.refused.slice(separator + 2)]
        : [facts.refused, 'check database_url'];
    return [fault('database', found, fix)];
  }
  const findings = facts.kind === 'sqlite' ? examineSqlite(facts) : examinePostgres(facts);
  return [
    ...(findings.length > 0 ? findings : [ok('database', intactLine(facts))]),
    examineSchema(facts),
    ...examineEmailKeys(facts),
  ];
}

const intactLine = (facts: DatabaseFacts): string =>
  facts.kind === 'sqlite'
    ? `${facts.where} is intact: ${megabytes(facts.bytes)}, WAL ${megabytes(facts.walBytes)}`
    : `${facts.where} responds: ${megabytes(facts.bytes)}, ${facts.connections} of ${facts.maxConnections} connections in use`;

function examineSqlite({ where, damage, walBytes, freeBytes, bytes }: DatabaseFacts & SqliteFacts): Finding[] {
  if (damage !== undefined) {
    return [
      fault(
        'database',
        `${where} is damaged: ${damage}`,
        'stop the server and run latchkey restore --replace with a backup',
      ),
    ];
  }
  const findings: Finding[] = [];
  if (walBytes > MAX_WAL_BYTES) {
    const found = `the WAL of ${where} has grown to ${megabytes(walBytes)}`;
    findings.push(warning('database', found, 'stop the program that keeps reading the file (sqlite3, a copy of it)'));
  }
  if (freeBytes > MIN_SHRINKABLE_BYTES && freeBytes * 2 > bytes) {
    const found = `${megabytes(freeBytes)} of the ${megabytes(bytes)} of ${where} are empty`;
    const fix = 'stop the server, make a backup and restore it: a backup has no empty pages';
    findings.push(warning('database', found, fix));
  }
  return findings;
}

function examinePostgres({ where, connections, maxConnections }: DatabaseFacts & PostgresFacts): Finding[] {
  if (connections * 10 < maxConnections * 9) return [];
  const found = `${where}: ${connections} of ${maxConnections} connections are in use`;
  return [warning('database', found, 'lower database_pool_size, raise max_connections, or use PgBouncer')];
}

function examineSchema({ applied, pending }: DatabaseFacts): Finding {
  if (pending.length === 0) return ok('schema', `up to date (${applied.at(-1)})`);
  const found = `older than this program: ${pending.join(', ')} will be applied`;
  return warning('schema', found, 'run latchkey migrate, or start the server');
}

function examineEmailKeys({ collidingAddresses }: DatabaseFacts): Finding[] {
  if (collidingAddresses.length === 0) return [];
  const found = `${collidingAddresses.length} accounts have another spelling of an address that a different account has: ${collidingAddresses.join(', ')}`;
  const fix =
    'they work only with exactly that spelling; ask these people which account is theirs, and delete the other one (latchkey accounts delete)';
  return [warning('accounts', found, fix)];
}

export type DiskFacts = { folder: string; freeBytes: number };

/** @param database on SQLite, it is on that disk */
export function examineDisk({ folder, freeBytes }: DiskFacts, database: DatabaseFacts | UnusableDatabase): Finding {
  const free = `${megabytes(freeBytes)} free in ${folder}`;
  if (freeBytes < MIN_FREE_BYTES) {
    return fault('disk', free, 'free disk space: on a full disk, every request that writes is refused with 503');
  }
  const needed = 'kind' in database && database.kind === 'sqlite' ? 2 * (database.bytes + database.walBytes) : 0;
  if (freeBytes < needed) {
    const found = `${free}, but a backup needs ${megabytes(needed)}`;
    return warning('disk', found, 'free disk space before the next upgrade: it does not migrate without a backup');
  }
  return ok('disk', free);
}

/**
 * @param now this machine's time, in ms
 * @param publicAhead how far the `Date` of a public URL's answer is ahead of this machine's clock, in ms
 */
export function examineClock(
  database: DatabaseFacts | UnusableDatabase,
  now: number,
  publicAhead: number | undefined,
): Finding[] {
  const findings: Finding[] = [];
  const note = (found: string, fix: string) => findings.push(warning('clock', found, fix));
  if ('kind' in database && database.kind === 'sqlite' && (database.newestAt ?? 0) > now + TOLERANCE_MS) {
    const found = `the newest row is ${seconds((database.newestAt ?? 0) - now)} in the future: the clock was set back`;
    findings.push(fault('clock', found, "synchronize this machine's clock with NTP (timedatectl set-ntp true)"));
  }
  const newestAt = 'kind' in database && database.kind === 'sqlite' ? database.newestAt : undefined;
  if (newestAt !== undefined && days(now - newestAt) > MAX_NEWEST_ROW_AGE_DAYS) {
    const found = `this machine's clock says ${new Date(now).toISOString()}, ${days(now - newestAt)} days after the newest row: nobody has used the server since, or the clock is ahead`;
    note(
      found,
      'compare it with another clock (date -u) before you start the server, which deletes rows that have expired by this clock',
    );
  }
  if ('kind' in database && database.kind === 'postgres' && Math.abs(database.aheadMs) > TOLERANCE_MS) {
    const found = `the database's clock is ${skew(database.aheadMs)} this machine's clock; Latchkey uses the database's`;
    note(found, 'synchronize both clocks with NTP');
  }
  if (publicAhead !== undefined && Math.abs(publicAhead) > TOLERANCE_MS) {
    note(
      `the clock of the public URL's server is ${skew(publicAhead)} this machine's clock`,
      'synchronize both clocks with NTP',
    );
  }
  return findings.length > 0 ? findings : [ok('clock', new Date(now).toISOString())];
}

const seconds = (ms: number): string => `${Math.round(Math.abs(ms) / 1000)} s`;
const skew = (aheadMs: number): string => `${seconds(aheadMs)} ${aheadMs > 0 ? 'ahead of' : 'behind'}`;
