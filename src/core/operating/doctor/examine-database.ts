// Checks the database and its schema.

import type { NeglectedTokens } from '../../applications/machine-tokens/neglected-tokens.ts';
import type { Origin } from '../../ground/accounts/account.ts';
import type { UsernameCounts } from '../../people/usernames/username-store.ts';
import type { SealedValue } from '../../server/keys/sealed-value-store.ts';
import type { SigningKey } from '../../server/keys/signing-key.ts';
import type { MailTrouble } from '../../server/mail/mail-store.ts';
import type { StoredValues } from '../../server/policy/policy.ts';
import type { ProcessLocks } from '../../server/policy/policy-store.ts';
import { type Finding, fault, findingOf, megabytes, ok, warning } from './finding.ts';

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
  /** Addresses with letters that count as others, from before these were refused. */
  unplainAddresses: readonly string[];
  /** The number of unverified addresses by origin; undefined while the schema is older than the program's. */
  unverified: ReadonlyMap<Origin, number> | undefined;
  /** Mails given up within a week, at most 1000; undefined while the schema is older than the program's. */
  mailsGivenUp: number | undefined;
  /** That still last. */
  mailTroubles: readonly MailTrouble[] | undefined;
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
  /** Machine tokens that nobody may look after. Undefined as above. */
  neglectedTokens: NeglectedTokens | undefined;
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

export const DATABASE_FINDINGS = {
  'database-missing': warning(
    'database',
    '{where}: the database does not exist yet',
    'the first start creates it; or restore a backup: latchkey restore FILE',
  ),
  'database-refused': fault('database', '{reason}', '{advice}'),
  'database-intact': ok('database', '{where} is intact: {size}, WAL {walSize}'),
  'database-responds': ok('database', '{where} responds: {size}, {connections} of {most} connections in use'),
  'database-damaged': fault(
    'database',
    '{where} is damaged: {damage}',
    'stop the server and run latchkey restore --replace with a backup',
  ),
  'wal-grown': warning(
    'database',
    'the WAL of {where} has grown to {walSize}',
    'stop the program that keeps reading the file (sqlite3, a copy of it)',
  ),
  'database-empty-pages': warning(
    'database',
    '{empty} of the {size} of {where} are empty',
    'stop the server, make a backup and restore it: a backup has no empty pages',
  ),
  'database-connections': warning(
    'database',
    '{where}: {connections} of {most} connections are in use',
    'lower database_pool_size, raise max_connections, or use PgBouncer',
  ),
  'schema-current': ok('schema', 'up to date ({newest})'),
  'schema-older': warning(
    'schema',
    'older than this program: {pending} will be applied',
    'run latchkey migrate, or start the server',
  ),
  'accounts-colliding': warning(
    'accounts',
    '{count} accounts have another spelling of an address that a different account has: {addresses}',
    'they work only with exactly that spelling; ask these people which account is theirs, and delete the other one (latchkey accounts delete)',
  ),
  'accounts-not-plain': warning(
    'accounts',
    '{count} accounts have an address with letters that count as others: {addresses}',
    'whoever has the plain spelling cannot sign up and gets no mail; ask these people, and delete what is not theirs (latchkey accounts delete)',
  ),
} as const;
const tell = findingOf(DATABASE_FINDINGS);

export function examineDatabase(facts: DatabaseFacts | UnusableDatabase): Finding[] {
  if ('missing' in facts) return [tell('database-missing', { where: facts.missing })];
  if ('refused' in facts) return [refusedBecause(facts.refused)];
  const findings = facts.kind === 'sqlite' ? examineSqlite(facts) : examinePostgres(facts);
  return [...(findings.length > 0 ? findings : [intact(facts)]), examineSchema(facts), ...examineEmailKeys(facts)];
}

/** @param text the reason, and after its last semicolon what to do */
function refusedBecause(text: string): Finding {
  const separator = text.lastIndexOf('; ');
  if (separator <= 0) return tell('database-refused', { reason: text, advice: 'check database_url' });
  return tell('database-refused', { reason: text.slice(0, separator), advice: text.slice(separator + 2) });
}

function intact(facts: DatabaseFacts): Finding {
  const { where } = facts;
  const size = megabytes(facts.bytes);
  if (facts.kind === 'sqlite') return tell('database-intact', { where, size, walSize: megabytes(facts.walBytes) });
  return tell('database-responds', { where, size, connections: facts.connections, most: facts.maxConnections });
}

function examineSqlite({ where, damage, walBytes, freeBytes, bytes }: DatabaseFacts & SqliteFacts): Finding[] {
  if (damage !== undefined) return [tell('database-damaged', { where, damage })];
  const isMostlyEmpty = freeBytes > MIN_SHRINKABLE_BYTES && freeBytes * 2 > bytes;
  return [
    ...(walBytes > MAX_WAL_BYTES ? [tell('wal-grown', { where, walSize: megabytes(walBytes) })] : []),
    ...(isMostlyEmpty
      ? [tell('database-empty-pages', { where, empty: megabytes(freeBytes), size: megabytes(bytes) })]
      : []),
  ];
}

function examinePostgres({ where, connections, maxConnections: most }: DatabaseFacts & PostgresFacts): Finding[] {
  return connections * 10 < most * 9 ? [] : [tell('database-connections', { where, connections, most })];
}

function examineSchema({ applied, pending }: DatabaseFacts): Finding {
  if (pending.length === 0) return tell('schema-current', { newest: String(applied.at(-1)) });
  return tell('schema-older', { pending: pending.join(', ') });
}

function examineEmailKeys({ collidingAddresses: colliding, unplainAddresses: unplain }: DatabaseFacts): Finding[] {
  return [
    ...(colliding.length === 0 ? [] : [tell('accounts-colliding', listOf(colliding))]),
    ...(unplain.length === 0 ? [] : [tell('accounts-not-plain', listOf(unplain))]),
  ];
}

/** Anybody could have made them, so there may be any number. */
const MOST_LISTED = 100;

const listOf = (addresses: readonly string[]) => {
  const listed = addresses.slice(0, MOST_LISTED).join(', ');
  return { count: addresses.length, addresses: addresses.length > MOST_LISTED ? `${listed}, …` : listed };
};
