// Agreements to documents.

import type { DocumentVersion } from '../../core/ground/document.ts';
import type { Agreement, AgreementStore } from '../../core/people/documents/agreement-store.ts';
import { type Base, count, type Intent } from '../intent.ts';
import { statement, table } from '../statement.ts';
import { requireProof } from './session-proof.ts';

export const DOCUMENT_AGREEMENTS = table('document_agreements', 'account_id document_id document_version', {
  text: 'account_id document_id document_version',
  integer: 'agreed_at withdrawn_at',
});

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

export type Agreed = { accountId: string; agreed: readonly DocumentVersion[]; now: number };

/** Inserts agreements inside the intent of another store. One that stands keeps its time. */
export function* insertAgreements({ accountId, agreed, now }: Agreed): Intent<void> {
  for (const { id, version } of agreed) yield* count(INSERT, { accountId, id, version, now });
}

export const createAgreementStore = ({ rows, write }: Base): AgreementStore => ({
  listByAccount: (accountId) => rows<Agreement>(LIST, { accountId }),
  answer: ({ accountId, agreed, withdrawn, now, proof }) =>
    write(function* () {
      yield* requireProof(proof);
      for (const id of withdrawn) yield* count(WITHDRAW, { accountId, id, now });
      yield* insertAgreements({ accountId, agreed, now });
    }),
});
