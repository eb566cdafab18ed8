// Agreements to documents on SQLite.
import type { Database as Connection } from 'better-sqlite3';
import type { Agreement, AgreementStore } from '../../core/documents/agreement-store.ts';
import type { DocumentVersion } from '../../core/documents/document.ts';
import { prepareRequireProof } from './session-proof.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

type Agreed = { accountId: string; agreed: readonly DocumentVersion[]; now: number };

/** Inserts agreements inside a transaction. One that stands keeps its time. */
export function prepareInsertAgreements(connection: Connection): (input: Agreed) => void {
  const insert = prepare(
    connection,
    `insert into document_agreements as d (account_id, document_id, document_version, agreed_at)
     values ($accountId, $id, $version, $now)
     on conflict (account_id, document_id, document_version) do update set agreed_at = excluded.agreed_at, withdrawn_at = null
       where d.withdrawn_at is not null`,
  );
  return ({ accountId, agreed, now }) => {
    for (const { id, version } of agreed) insert.run({ accountId, id, version, now });
  };
}

export function createAgreementStore({ writer, reader }: Sqlite): AgreementStore {
  const list = prepare<Agreement>(
    reader.connection,
    `select document_id, document_version, agreed_at from document_agreements
     where account_id = $accountId and withdrawn_at is null order by document_id, agreed_at desc`,
  );
  const insertAgreements = prepareInsertAgreements(writer.connection);
  const withdraw = prepare(
    writer.connection,
    `update document_agreements set withdrawn_at = $now
     where account_id = $accountId and document_id = $id and withdrawn_at is null`,
  );
  const requireProof = prepareRequireProof(writer.connection);

  return {
    listByAccount: (accountId) => reader.read(() => list.all({ accountId })),
    answer: async ({ accountId, agreed, withdrawn, now, proof }) => {
      await writer.write(() => {
        requireProof(proof);
        for (const id of withdrawn) withdraw.run({ accountId, id, now });
        insertAgreements({ accountId, agreed, now });
      });
    },
  };
}
