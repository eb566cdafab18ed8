// Agreements to documents on PostgreSQL.
import type { Agreement, AgreementStore } from '../../core/documents/agreement-store.ts';
import type { DocumentVersion } from '../../core/documents/document.ts';
import type { Postgres } from './postgres.ts';
import type { Run } from './run.ts';
import { requireProof } from './session-proof.ts';
import { statement } from './statement.ts';

const LIST = statement(`
  select document_id, document_version, agreed_at from document_agreements
  where account_id = $accountId and withdrawn_at is null order by document_id, agreed_at desc`);
const INSERT = statement(`
  insert into document_agreements as d (account_id, document_id, document_version, agreed_at)
  values ($accountId, $id, $version, $now)
  on conflict (account_id, document_id, document_version) do update set agreed_at = excluded.agreed_at, withdrawn_at = null
    where d.withdrawn_at is not null`);
const WITHDRAW = statement(`
  update document_agreements set withdrawn_at = $now
  where account_id = $accountId and document_id = $id and withdrawn_at is null`);

/** Inserts agreements inside a transaction. One that stands keeps its time. */
export async function insertAgreements(
  run: Run,
  { accountId, agreed, now }: { accountId: string; agreed: readonly DocumentVersion[]; now: number },
): Promise<void> {
  for (const { id, version } of agreed) await run(INSERT, { accountId, id, version, now });
}

export const createAgreementStore = ({ read, transaction }: Postgres): AgreementStore => ({
  listByAccount: async (accountId) => [...(await read<Agreement>(LIST, { accountId }))],
  answer: ({ accountId, agreed, withdrawn, now, proof }) =>
    transaction(async (run) => {
      await requireProof(run, proof);
      for (const id of withdrawn) await run(WITHDRAW, { accountId, id, now });
      await insertAgreements(run, { accountId, agreed, now });
    }),
});
