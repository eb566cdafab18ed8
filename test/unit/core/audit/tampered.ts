// Tampers with copies of an audit whose seals were written honestly, and asks whether `verifyAudit` finds it. The
// triggers are gone in the copies, as for somebody who may change the database as they like, without its secret.
import Sqlite from 'better-sqlite3';
import type { Act } from '../../../../src/core/server/audit/act.ts';
import { entryOf } from '../../../../src/core/server/audit/act.ts';
import { readHead } from '../../../../src/core/server/audit/seal.ts';
import { sealEntries } from '../../../../src/core/server/audit/seal-entries.ts';
import { verifyAudit } from '../../../../src/core/server/audit/verify-audit.ts';
import { createAuditStore } from '../../../../src/store/nouns/audit-store.ts';
import { createSealedValueStore } from '../../../../src/store/nouns/sealed-value-store.ts';
import { sqliteBase } from '../../../../src/store/sqlite/drive.ts';
import { createReader } from '../../../../src/store/sqlite/reader.ts';
import { createWriter } from '../../../../src/store/sqlite/writer.ts';
import type { TestPorts } from '../accounts/open-ports.ts';

const SEALS = 6;
const ENTRIES = 8;

export async function givenSealedAudit(ports: TestPorts): Promise<void> {
  for (let seal = 0; seal < SEALS; seal += 1) {
    const acts: Act[] = Array.from({ length: ENTRIES }, (_, index) => ({
      actor: { role: 'operator', accountId: `a${index}`, address: '192.0.2.7', requestId: `r${seal}${index}` },
      action: 'PATCH /applications/:id',
      applicationId: `p${index % 3}`,
      fields: ['name'],
    }));
    await ports.audit.append(acts.map((act) => entryOf(act, ports.clock.now())));
    await sealEntries(ports);
    ports.clock.advance(60);
  }
}

const COLUMNS = ['at', 'role', 'account_id', 'address', 'action', 'application_id', 'fields', 'result', 'entry'];
const VALUES: Readonly<Record<string, string>> = { at: '17', fields: `'["other"]'`, result: `'refused'` };

/** SQL of the n-th way to tamper, on other entries each time. `last`: id of the last entry. */
function tampering(round: number, last: number): string {
  // Not the last one: what is inserted after it is not sealed yet.
  const id = 1 + ((round * 7) % (last - 1));
  const other = 1 + ((id + (round % (last - 2))) % last);
  const column = COLUMNS[round % COLUMNS.length] ?? 'at';
  const seal = 1 + (round % SEALS);
  const ways = [
    `update audit_entries set ${column} = ${VALUES[column] ?? `'changed'`} where id = ${id}`,
    `delete from audit_entries where id = ${id}`,
    `insert into audit_entries select ${-round - 1}, at, role, account_id, token_id, command, address, request_id, action,
       application_id, subject_id, entry, fields, reason, result, refusal from audit_entries where id = ${id};
     update audit_entries set id = id + 1000 where id >= ${id};
     update audit_entries set id = ${id} where id = ${-round - 1};
     update audit_entries set id = id - 999 where id > 1000`,
    `update audit_entries set id = -1 where id = ${id};
     update audit_entries set id = ${id} where id = ${other};
     update audit_entries set id = ${other} where id = -1`,
    `update audit_seals set sealed_at = sealed_at + 1 where number = ${seal}`,
    `delete from audit_seals where number = ${Math.min(seal, SEALS - 1)}`,
    `update audit_seals set mac = randomblob(32) where number = ${seal}`,
    `delete from audit_entries where id <= ${id}; delete from audit_seals where to_id <= ${id};
     insert into audit_horizons select number, to_id, 1, mac, 0 from audit_seals limit 1`,
    `delete from audit_entries where id > ${ENTRIES}; delete from audit_seals where number > 1`,
  ];
  return ways[round % ways.length] ?? '';
}

/** @returns the rounds in which nothing was found */
export async function unnoticed(ports: TestPorts, image: Buffer, rounds: number): Promise<number[]> {
  const head = readHead((await verifyAudit(ports)).head ?? '');
  const [newest] = await ports.audit.list({ limit: 1 });
  const missed: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const copy = new Sqlite(image);
    const triggers = copy.prepare<[], string>("select name from sqlite_schema where type = 'trigger'").pluck().all();
    for (const name of triggers) copy.exec(`drop trigger ${name}`);
    copy.exec(tampering(round, newest?.id ?? 1));
    const sqlite = { writer: createWriter(copy), reader: createReader(copy) };
    const base = sqliteBase(sqlite);
    const stores = { audit: createAuditStore(base), sealedValues: createSealedValueStore(base) };
    const { faults } = await verifyAudit({ ...stores, secrets: ports.secrets, clock: ports.clock }, head);
    if (faults.length === 0) missed.push(round);
    copy.close();
  }
  return missed;
}
