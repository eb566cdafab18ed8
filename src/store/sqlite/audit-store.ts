// The audit on SQLite. An entry's id follows the last one: one transaction writes at a time.
import type { AuditEntry } from '../../core/audit/act.ts';
import type { AuditStore } from '../../core/audit/audit-store.ts';
import type { Horizon, Seal } from '../../core/audit/seal.ts';
import { statementsByFilter } from '../audit-filters.ts';
import type { Recording } from '../recording.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';
import type { Writer } from './writer.ts';

// The last entries may have been purged.
const INSERT = `
  insert into audit_entries (id, at, role, account_id, token_id, command, address, request_id, action, application_id,
    subject_id, entry, fields, reason, result, refusal)
  values (1 + max(coalesce((select max(id) from audit_entries), 0), coalesce((select max(to_id) from audit_seals), 0)),
    $at, $role, $accountId, $tokenId, $command, $address, $requestId, $action, $applicationId, $subjectId, $entry,
    $fields, $reason, $result, $refusal)`;

/** The writer that adds the entries of an act to its intent, when the intent did something. */
export function recordingWriter(writer: Writer, recording: Recording): Writer {
  const insert = prepare(writer.connection, INSERT);
  return {
    ...writer,
    write(intent) {
      const entriesOf = recording.take();
      if (!entriesOf) return writer.write(intent);
      return writer.write(() => {
        const result = intent();
        for (const entry of entriesOf(result)) insert.run(entry);
        return result;
      });
    },
  };
}

const PURGED_TO = 'coalesce((select max(to_id) from audit_horizons), 0)';

export function createAuditStore({ writer: { connection, write }, reader }: Sqlite): AuditStore {
  const insert = prepare(connection, INSERT);
  const refusedSince = prepare(
    connection,
    `select 1 from audit_entries
     where account_id is $accountId and ($accountId is not null or token_id = $tokenId) and action = $action
       and result = 'refused' and at > $since limit 1`,
  );
  const addSeal = prepare(
    connection,
    `insert into audit_seals (number, from_id, to_id, key_number, mac, sealed_at)
     select $number, $fromId, $toId, $keyNumber, $mac, $sealedAt
     where $number = 1 + coalesce((select max(number) from audit_seals), 0)`,
  );
  const moveHorizon = prepare(
    connection,
    `insert into audit_horizons (seal_number, to_id, key_number, mac, moved_at)
     select $sealNumber, $toId, $keyNumber, $mac, $movedAt
     where $sealNumber > coalesce((select max(seal_number) from audit_horizons), 0)
       and exists (select 1 from audit_seals where number = $sealNumber and to_id = $toId)`,
  );
  const purgeEntries = prepare(
    connection,
    `delete from audit_entries where id in (
       select id from audit_entries where id <= ${PURGED_TO} order by id limit $limit)`,
  );
  const purgeSeals = prepare(
    connection,
    'delete from audit_seals where number < (select max(seal_number) from audit_horizons)',
  );
  const purgeHorizons = prepare(
    connection,
    'delete from audit_horizons where seal_number < (select max(seal_number) from audit_horizons)',
  );

  return {
    ...readAudit(reader),
    append: async (entries) => {
      await write(() => {
        for (const entry of entries) insert.run(entry);
      });
    },
    appendRefusal: async (entry, since) => {
      await write(() => {
        if (!refusedSince.get({ ...entry, since })) insert.run(entry);
      });
    },
    addSeal: (seal) => write(() => addSeal.run(seal) === 1),
    moveHorizon: (horizon) => write(() => moveHorizon.run(horizon) === 1),
    purge: (limit) =>
      write(() => {
        purgeSeals.run();
        purgeHorizons.run();
        return purgeEntries.run({ limit });
      }),
  };
}

const EVERY = { beforeId: undefined, afterId: undefined, from: undefined, to: undefined };

type Reads = Omit<AuditStore, 'append' | 'appendRefusal' | 'addSeal' | 'moveHorizon' | 'purge'>;

function readAudit({ connection, read }: Sqlite['reader']): Reads {
  const listBy = statementsByFilter((where) =>
    prepare<AuditEntry>(
      connection,
      `select * from audit_entries
       where ${where} and id < coalesce($beforeId, ${Number.MAX_SAFE_INTEGER})
         and id > max(coalesce($afterId, 0), ${PURGED_TO})
         and at >= coalesce($from, 0) and at < coalesce($to, ${Number.MAX_SAFE_INTEGER})
       order by id desc limit $limit`,
    ),
  );
  const readRange = prepare<AuditEntry>(
    connection,
    'select * from audit_entries where id > $afterId and id <= $toId order by id limit $limit',
  );
  const lastId = prepare<{ id: number }>(connection, 'select coalesce(max(id), 0) as id from audit_entries');
  const lastSeal = prepare<Seal>(connection, 'select * from audit_seals order by number desc limit 1');
  const seals = prepare<Seal>(
    connection,
    'select * from audit_seals where number > $afterNumber order by number limit $limit',
  );
  const sealBefore = prepare<Seal>(
    connection,
    'select * from audit_seals where sealed_at < $time order by number desc limit 1',
  );
  const horizon = prepare<Horizon>(connection, 'select * from audit_horizons order by seal_number desc limit 1');
  const findLastId = () => read(() => lastId.get()?.id ?? 0);

  return {
    list: (page) => read(() => listBy(page).all({ ...EVERY, ...page })),
    read: (range) => read(() => readRange.all(range)),
    settledTo: findLastId,
    hasEntriesAfter: async (id) => (await findLastId()) > id,
    lastSeal: () => read(() => lastSeal.get()),
    seals: (page) => read(() => seals.all(page)),
    horizon: () => read(() => horizon.get()),
    sealBefore: (time) => read(() => sealBefore.get({ time })),
  };
}
