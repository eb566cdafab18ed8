// The audit. On PostgreSQL ids come from a sequence, so transactions commit them in another order. Each transaction
// that writes an entry shares an advisory lock until its end; the seals take that lock alone for a moment, and know
// then that no entry can still appear below the last id. On SQLite an entry's id follows the last one: one transaction
// writes at a time.
import type { AuditEntry, NewEntry } from '../../core/server/audit/act.ts';
import type { AuditStore } from '../../core/server/audit/audit-store.ts';
import type { PurgedUpTo, Seal } from '../../core/server/audit/seal.ts';
import { statementsByFilter } from '../audit-filters.ts';
import { type Base, count, type Intent, lock, row } from '../intent.ts';
import { camelNameOf } from '../names.ts';
import { statement, table } from '../statement.ts';
import { removeBatch } from './delete-batch.ts';
import { AUDIT_LOCK } from './locks.ts';

export const AUDIT_ENTRIES = table('audit_entries', 'id', {
  text: 'role account_id token_id command address request_id action application_id subject_id entry reason result refusal',
  json: 'fields',
  integer: 'id at',
});
export const AUDIT_SEALS = table('audit_seals', 'number', {
  bytes: 'mac',
  integer: 'number from_id to_id key_number sealed_at',
});
export const AUDIT_HORIZONS = table('audit_horizons', 'seal_number', {
  bytes: 'mac',
  integer: 'seal_number to_id key_number moved_at',
});

const REFUSED_SINCE = `
  select 1 as refused from audit_entries
  where (account_id = $accountId or ($accountId::text is null and account_id is null and token_id = $tokenId))
    and action = $action and result = 'refused' and at > $since limit 1`;
const FIND_REFUSED = statement(REFUSED_SINCE);

const COLUMNS = `
  at, role, account_id, token_id, command, address, request_id, action, application_id, subject_id, entry, fields, reason,
  result, refusal`;
const MEMBERS = COLUMNS.replaceAll(/\w+/g, (column) => `value ->> '${camelNameOf(column)}'`);
// Each has a function of its own that makes rows of a list. PostgreSQL draws the id after the lock is held, because the
// row of `lock` is read first; on SQLite the last entries may have been purged.
const insertUnless = (refused: string) =>
  statement({
    postgres: `
  with lock as materialized (select pg_advisory_xact_lock_shared('${AUDIT_LOCK}'::bigint))
  insert into audit_entries (${COLUMNS})
  select e.at, e.role, e."accountId", e."tokenId", e.command, e.address, e."requestId", e.action, e."applicationId",
    e."subjectId", e.entry, e.fields, e.reason, e.result, e.refusal
  from lock, json_to_recordset($entries::json) as e (
    at bigint, role text, "accountId" text, "tokenId" text, command text, address text, "requestId" text, action text,
    "applicationId" text, "subjectId" text, entry text, fields json, reason text, result text, refusal text)
  where not exists (${refused})`,
    sqlite: `
  insert into audit_entries (id, ${COLUMNS})
  select 1 + key + max(coalesce((select max(id) from audit_entries), 0),
    coalesce((select to_id from audit_seals order by number desc limit 1), 0)), ${MEMBERS}
  from json_each($entries) where not exists (${refused})`,
  });
const INSERT = insertUnless('select 1 where false');
const INSERT_REFUSAL = insertUnless(REFUSED_SINCE);

/** Writes entries inside the intent of an act: last, because PostgreSQL's shared lock is held until its end. */
export function* insertEntries(entries: readonly NewEntry[]): Intent<void> {
  if (entries.length > 0) yield* count(INSERT, { entries });
}

// Each names where its index begins, so that no plan reads a whole table.
const LAST_HORIZON = '(select max(seal_number) from audit_horizons where seal_number > 0)';
const PURGED_TO =
  'coalesce((select to_id from audit_horizons where seal_number > 0 order by seal_number desc limit 1), 0)';

const listBy = statementsByFilter((where) =>
  statement(`
  select * from audit_entries
  where ${where} and id < coalesce($beforeId::bigint, ${Number.MAX_SAFE_INTEGER})
    and id > greatest(coalesce($afterId::bigint, 0), ${PURGED_TO})
    and at >= coalesce($from::bigint, 0) and at < coalesce($to::bigint, ${Number.MAX_SAFE_INTEGER})
  order by id desc limit $limit`),
);
const EVERY = { beforeId: undefined, afterId: undefined, from: undefined, to: undefined };
const READ = statement('select * from audit_entries where id > $afterId and id <= $toId order by id limit $limit');
const LAST_ID = statement('select coalesce(max(id), 0) as id from audit_entries where id > 0');
const LAST_SEAL = statement('select * from audit_seals where number > 0 order by number desc limit 1');
const SEALS = statement('select * from audit_seals where number > $afterNumber order by number limit $limit');
const SEAL_BEFORE = statement(
  'select * from audit_seals where sealed_at < $time and number > 0 order by number desc limit 1',
);
const HORIZON = statement('select * from audit_horizons where seal_number > 0 order by seal_number desc limit 1');

// A writer waits behind the lock, so a transaction that hangs must not hold the lock's queue for long.
const LOCK_ALONE = statement(`
  with timeout as materialized (select set_config('lock_timeout', '1s', true))
  select pg_advisory_xact_lock('${AUDIT_LOCK}'::bigint) from timeout`);

const ADD_SEAL = statement(`
  insert into audit_seals (number, from_id, to_id, key_number, mac, sealed_at)
  select $number::bigint, $fromId::bigint, $toId::bigint, $keyNumber::bigint, $mac::bytea, $sealedAt::bigint
  where $number::bigint = 1 + coalesce((select max(number) from audit_seals where number > 0), 0)
  on conflict do nothing`);
const MOVE_HORIZON = statement(`
  insert into audit_horizons (seal_number, to_id, key_number, mac, moved_at)
  select $sealNumber::bigint, $toId::bigint, $keyNumber::bigint, $mac::bytea, $movedAt::bigint
  where $sealNumber::bigint > coalesce(${LAST_HORIZON}, 0)
    and exists (select 1 from audit_seals where number = $sealNumber::bigint and to_id = $toId::bigint)
  on conflict do nothing`);
const PURGE_SEALS = statement(`delete from audit_seals where number < ${LAST_HORIZON}`);
const PURGE_HORIZONS = statement(`delete from audit_horizons where seal_number < ${LAST_HORIZON}`);
const PURGE_ENTRIES = removeBatch('audit_entries', 'id', `from audit_entries where id <= ${PURGED_TO} order by id`);

export const createAuditStore = (base: Base): AuditStore => ({
  append: async (entries) => {
    await base.change(INSERT, { entries });
  },
  appendRefusal: async (entry, since) => {
    const refused = { ...entry, since };
    if (!(await base.row(FIND_REFUSED, refused))) await base.change(INSERT_REFUSAL, { ...refused, entries: [entry] });
  },
  list: (page) => base.rows<AuditEntry>(listBy(page), { ...EVERY, ...page }),
  read: (range) => base.rows<AuditEntry>(READ, range),
  settledTo: () =>
    base.write(function* () {
      yield* lock(LOCK_ALONE);
      return (yield* row<{ id: number }>(LAST_ID))?.id ?? 0;
    }),
  hasEntriesAfter: async (id) => ((await base.row<{ id: number }>(LAST_ID))?.id ?? 0) > id,
  lastSeal: () => base.row<Seal>(LAST_SEAL),
  seals: (page) => base.rows<Seal>(SEALS, page),
  addSeal: async (seal) => (await base.change(ADD_SEAL, seal)) === 1,
  horizon: () => base.row<PurgedUpTo>(HORIZON),
  sealBefore: (time) => base.row<Seal>(SEAL_BEFORE, { time }),
  moveHorizon: async (horizon) => (await base.change(MOVE_HORIZON, horizon)) === 1,
  purge: (limit) =>
    base.write(function* () {
      yield* count(PURGE_SEALS);
      yield* count(PURGE_HORIZONS);
      return yield* count(PURGE_ENTRIES, { limit });
    }),
});
