// The database, its schema, the disk under it and the clock it goes by.
import type { Origin } from '../accounts/account.ts';
import type { SealedValue } from '../keys/sealed-value-store.ts';
import type { SigningKey } from '../keys/signing-key.ts';
import type { UsernameCounts } from '../usernames/username-store.ts';
import { days, type Finding, fault, megabytes, ok, warning } from './finding.ts';

export type DatabaseFacts = {
  /** How the operator knows it. */
  where: string;
  applied: readonly string[];
  pending: readonly string[];
  bytes: number;
  /** Empty while the schema is older than the program's. */
  keys: readonly SigningKey[];
  /**
   * What tells which secret is the database's; undefined: none was stored, or the schema is older than the program's.
   */
  secretCheck: SealedValue | undefined;
  /** Addresses that are a spelling of another account's. */
  collidingAddresses: readonly string[];
  /** How many addresses nobody has verified; undefined while the schema is older than the program's. */
  unverified: ReadonlyMap<Origin, number> | undefined;
  /** Undefined while the schema is older than the program's. */
  usernames: UsernameCounts | undefined;
} & (SqliteFacts | PostgresFacts);

export type SqliteFacts = {
  kind: 'sqlite';
  /** What the check of the whole file said; undefined: it is whole. */
  damage: string | undefined;
  /** Of `bytes`, pages that hold nothing any more. */
  freeBytes: number;
  walBytes: number;
  /** When the newest row was made, in ms; undefined: there is none. */
  newestAt: number | undefined;
};

export type PostgresFacts = {
  kind: 'postgres';
  /** How far its clock is ahead of this machine's, in ms; the time of asking taken off. */
  aheadMs: number;
  connections: number;
  maxConnections: number;
};

/** A database that cannot be used: why, and what to do about it; or none yet. */
export type Refusal = { refused: string } | { missing: string };

const MEGABYTE = 1_000_000;
/** Past it the log is not given back between checkpoints: something holds it. */
const MAX_LOG_BYTES = 128 * MEGABYTE;
const MIN_SHRINKABLE_BYTES = 100 * MEGABYTE;
const MIN_FREE_BYTES = 200 * MEGABYTE;
/** A server that is used has newer rows. */
const MAX_NEWEST_ROW_AGE_DAYS = 30;
/** People bear so much between two clocks, in ms. */
const TOLERANCE = 30_000;

export function examineDatabase(facts: DatabaseFacts | Refusal): Finding[] {
  if ('missing' in facts) {
    const fix = 'the first start creates it; or restore a backup: latchkey restore FILE';
    return [warning('database', `${facts.missing}: the database does not exist yet`, fix)];
  }
  if ('refused' in facts) {
    const cut = facts.refused.lastIndexOf('; ');
    const [found, fix] =
      cut > 0 ? [facts.refused.slice(0, cut), facts.refused.slice(cut + 2)] : [facts.refused, 'check database_url'];
    return [fault('database', found, fix)];
  }
  const findings = facts.kind === 'sqlite' ? examineSqlite(facts) : examinePostgres(facts);
  return [
    ...(findings.length > 0 ? findings : [ok('database', wholeLine(facts))]),
    examineSchema(facts),
    ...examineEmailKeys(facts),
  ];
}

const wholeLine = (facts: DatabaseFacts): string =>
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
  if (walBytes > MAX_LOG_BYTES) {
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

function examineEmailKeys({ collidingAddresses: found }: DatabaseFacts): Finding[] {
  if (found.length === 0) return [];
  const told = `${found.length} accounts have another spelling of an address that a different account has: ${found.join(', ')}`;
  const fix =
    'they work only with exactly that spelling; ask these people which account is theirs, and delete the other one (latchkey accounts delete)';
  return [warning('accounts', told, fix)];
}

export type DiskFacts = { folder: string; freeBytes: number };

/** @param database on SQLite, which is on that disk */
export function examineDisk({ folder, freeBytes }: DiskFacts, database: DatabaseFacts | Refusal): Finding {
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
 * @param now this machine's, in ms
 * @param publicAhead how far the Date of the answer of a public URL is ahead of this machine's clock, in ms
 */
export function examineClock(
  database: DatabaseFacts | Refusal,
  now: number,
  publicAhead: number | undefined,
): Finding[] {
  const findings: Finding[] = [];
  const note = (found: string, fix: string) => findings.push(warning('clock', found, fix));
  if ('kind' in database && database.kind === 'sqlite' && (database.newestAt ?? 0) > now + TOLERANCE) {
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
  if ('kind' in database && database.kind === 'postgres' && Math.abs(database.aheadMs) > TOLERANCE) {
    const found = `the database's clock is ${apart(database.aheadMs)} this machine's clock; Latchkey uses the database's`;
    note(found, 'synchronize both clocks with NTP');
  }
  if (publicAhead !== undefined && Math.abs(publicAhead) > TOLERANCE) {
    note(
      `the clock of the public URL's server is ${apart(publicAhead)} this machine's clock`,
      'synchronize both clocks with NTP',
    );
  }
  return findings.length > 0 ? findings : [ok('clock', new Date(now).toISOString())];
}

const seconds = (ms: number): string => `${Math.round(Math.abs(ms) / 1000)} s`;
const apart = (aheadMs: number): string => `${seconds(aheadMs)} ${aheadMs > 0 ? 'ahead of' : 'behind'}`;
