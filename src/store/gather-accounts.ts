// Puts the rows of a page of accounts together, for an export. Both databases read them table by table.

import type { Account } from '../core/ground/accounts/account.ts';
import type {
  ApiSubject,
  BroughtConnection,
  SubjectOfApplication,
  WholeAccount,
} from '../core/operating/account-files/account-file-store.ts';
import type { OneTimeCodes } from '../core/sign-in/factors/one-time-code.ts';
import type { Passkey } from '../core/sign-in/passkeys/passkey.ts';

type OfAccount<Row> = Row & { accountId: string };

/** Rows in the order in which they are exported. `live` of a connection: nobody ended it. */
export type AccountRows = {
  codes: readonly OneTimeCodes[];
  recoveryCodes: readonly OfAccount<WholeAccount['recoveryCodes'][number]>[];
  passkeys: readonly Passkey[];
  agreements: readonly OfAccount<WholeAccount['agreements'][number]>[];
  connections: readonly OfAccount<BroughtConnection & { live: number | boolean }>[];
  subjects: readonly OfAccount<SubjectOfApplication>[];
  apiSubjects: readonly OfAccount<ApiSubject>[];
  groups: readonly OfAccount<{ name: string }>[];
};

const subjectKey = ({ applicationId, sub }: SubjectOfApplication): string => `${applicationId} ${sub}`;

export function gatherAccounts(accounts: readonly Account[], rows: AccountRows): WholeAccount[] {
  const codes = byAccount(rows.codes);
  const recoveryCodes = byAccount(rows.recoveryCodes);
  const passkeys = byAccount(rows.passkeys);
  const agreements = byAccount(rows.agreements);
  const connections = byAccount(rows.connections);
  const subjects = byAccount(rows.subjects);
  const apiSubjects = byAccount(rows.apiSubjects);
  const groups = byAccount(rows.groups);
  return accounts.map((account) => {
    const { id } = account;
    const live = connections(id).filter((one) => one.live);
    const connected = new Set(live.map(subjectKey));
    // An ended connection keeps its `sub`, whether it was imported or not.
    const others = new Map([...subjects(id), ...connections(id)].map((one) => [subjectKey(one), one]));
    return {
      account,
      codes: codes(id)[0],
      recoveryCodes: recoveryCodes(id).map(({ codeHash, usedAt, createdAt }) => ({ codeHash, usedAt, createdAt })),
      passkeys: passkeys(id),
      agreements: agreements(id).map(({ documentId, documentVersion, agreedAt, withdrawnAt }) => ({
        documentId,
        documentVersion,
        agreedAt,
        withdrawnAt,
      })),
      subjects: [...others]
        .filter(([key]) => !connected.has(key))
        .map(([, { applicationId, sub }]) => ({ applicationId, sub })),
      connections: live.map(({ applicationId, sub, answers, createdAt, lastUsedAt }) => ({
        applicationId,
        sub,
        answers,
        createdAt,
        lastUsedAt,
      })),
      apiSubjects: apiSubjects(id).map(({ resource, sub }) => ({ resource, sub })),
      groups: groups(id).map(({ name }) => name),
    };
  });
}

function byAccount<Row extends { accountId: string }>(rows: readonly Row[]): (id: string) => readonly Row[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.accountId);
    if (group) group.push(row);
    else groups.set(row.accountId, [row]);
  }
  return (id) => groups.get(id) ?? [];
}
