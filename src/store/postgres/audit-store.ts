// The audit on PostgreSQL. Ids come from a sequence, so transactions commit them in another order. Each transaction
// that writes an entry shares an advisory lock until its end; the seals take that lock alone for a moment, and know
// then that no entry can still appear below the last id.
import type { AuditEntry, NewEntry } from '../../core/audit/act.ts';
import type { AuditStore } from '../../core/audit/audit-store.ts';
import type { Horizon, Seal } from '../../core/audit/seal.ts';
import { statementsByFilter } from '../audit-filters.ts';
import { deleteBatch } from '../nouns/delete-batch.ts';
import type { EntriesOf, Recording } from '../recording.ts';
import { AUDIT_LOCK } from './locks.ts';
import type { Postgres } from './postgres.ts';
import type { Run } from './run.ts';
import { statement } from './statement.ts';

// The id is drawn after the lock is held, because the row of `lock` is read first.
const INSERT = statement(`
  with lock as materialized (select pg_advisory_xact_lock_shared('${AUDIT_LOCK}'::bigint))
  insert into audit_entries (at, role, account_id, token_id, command, address, request_id, action, application_id,
    subject_id, entry, fields, reason, result, refusal)
  select e.at, e.role, e."accountId", e."tokenId", e.command, e.address, e."requestId", e.action, e."applicationId",
    e."subjectId", e.entry, e.fields, e.reason, e.result, e.refusal
  from lock, json_to_recordset($entries::json) as e (
    at bigint, role text, "accountId" text, "tokenId" text, command text, address text, "requestId" text, action text,
    "applicationId" text, "subjectId" text, entry text, fields json, reason text, result text, refusal text)`);

/** Writes entries in the transaction of `run`: last, because the shared lock is held until its end. */
const insertEntries = async (run: Run, entries: readonly NewEntry[]): Promise<void> => {
  await run(INSERT, { entries });
};

/** Adds the entries of an act to its transaction, when the transaction did something. */
export const recordingPostgres = (postgres: Postgres, recording: Recording): Postgres => ({
  ...postgres,
  write(statement, values, intentCount) {
    const entriesOf = recording.take();
    if (!entriesOf) return postgres.write(statement, values, intentCount);
    return postgres.transaction(withEntries((run) => run(statement, values), entriesOf));
  },
  transaction(intent, locks) {
    const entriesOf = recording.take();
    return postgres.transaction(entriesOf ? withEntries(intent, entriesOf) : intent, locks);
  },
});

const withEntries =
  <Result>(intent: (run: Run) => Promise<Result>, entriesOf: EntriesOf) =>
  async (run: Run): Promise<Result> => {
    const result = await intent(run);
    const entries = entriesOf(result);
    if (entries.length > 0) await insertEntries(run, entries);
    return result;
  };

const REFUSED_SINCE = statement(`
  select 1 as refused from audit_entries
  where (account_id = $accountId or ($accountId::text is null and account_id is null and token_id = $tokenId))
    and action = $action and result = 'refused' and at > $since limit 1`);

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
const LOCK_TIMEOUT = statement("select set_config('lock_timeout', '1s', true)");
const LOCK_ALONE = statement(`select pg_advisory_xact_lock('${AUDIT_LOCK}'::bigint)`);

const ADD_SEAL = statement(`
  insert into audit_seals (number, from_id, to_id, key_number, mac, sealed_at)
  select $number::bigint, $fromId::bigint, $toId::bigint, $keyNumber::bigint, $mac::bytea, $sealedAt::bigint
  where $number::bigint = 1 + coalesce((select max(number) from audit_seals where number > 0), 0)
  on conflict do nothing`);
const MOVE_HORIZON = statement(`
  insert into audit_horizons (seal_number, to_id, key_number, mac, moved_at)
  select $sealNumber::bigint, $toId::bigint, $keyNumber::bigint, $mac::bytea, $movedAt::bigint
  where $sealNumber::bigint > coalesce(${LAST_HORIZON}, 0)
    and exists (select from audit_seals where number = $sealNumber::bigint and to_id = $toId::bigint)
  on conflict do nothing`);
const PURGE_SEALS = statement(`delete from audit_seals where number < ${LAST_HORIZON}`);
const PURGE_HORIZONS = statement(`delete from audit_horizons where seal_number < ${LAST_HORIZON}`);
const PURGE_ENTRIES = statement(
  deleteBatch('audit_entries', 'id', `from audit_entries where id <= ${PURGED_TO} order by id`),
);

export const createAuditStore = ({ read, write, transaction }: Postgres): AuditStore => {
  const lastId = (rows: readonly { id: number }[]): number => rows[0]?.id ?? 0;
  return {
    append: async (entries) => {
      await write(INSERT, { entries });
    },
    appendRefusal: async (entry, since) => {
      if ((await read(REFUSED_SINCE, { ...entry, since })).length === 0) await write(INSERT, { entries: [entry] });
    },
    list: (page) => read<AuditEntry>(listBy(page), { ...EVERY, ...page }),
    read: (range) => read<AuditEntry>(READ, range),
    settledTo: () =>
      transaction(async (run) => {
        await run(LOCK_TIMEOUT);
        await run(LOCK_ALONE);
        return lastId((await run<{ id: number }>(LAST_ID)).rows);
      }),
    hasEntriesAfter: async (id) => lastId(await read<{ id: number }>(LAST_ID)) > id,
    lastSeal: async () => (await read<Seal>(LAST_SEAL))[0],
    seals: (page) => read<Seal>(SEALS, page),
    addSeal: async (seal) => (await write(ADD_SEAL, seal)).count === 1,
    horizon: async () => (await read<Horizon>(HORIZON))[0],
    sealBefore: async (time) => (await read<Seal>(SEAL_BEFORE, { time }))[0],
    moveHorizon: async (horizon) => (await write(MOVE_HORIZON, horizon)).count === 1,
    purge: (limit) =>
      transaction(async (run) => {
        await run(PURGE_SEALS);
        await run(PURGE_HORIZONS);
        return (await run(PURGE_ENTRIES, { limit })).count;
      }),
  };
};
