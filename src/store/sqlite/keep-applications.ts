// Applications stay when their owner goes (contract 29), inside the transaction of the act that would end the
// ownership.
import type { Database as Connection } from 'better-sqlite3';
import { ActRefused, type OwnedApplication } from '../../core/operators/acting.ts';
import { LIVES } from './connection-store.ts';
import { prepare } from './statement.ts';

/** What the account owns, as `OwnedApplication`s. Takes `accountId`. */
export const OWNED = `
  select a.id, a.name, (select count(*) from connections c where c.application_id = a.id and ${LIVES}) as connections
  from applications a where a.owner_id = $accountId order by a.id`;

/** @throws ActRefused when the account owns an application */
export function prepareKeepApplications(connection: Connection): (accountId: string) => void {
  const owned = prepare<OwnedApplication>(connection, OWNED);
  return (accountId) => {
    const applications = owned.all({ accountId });
    if (applications.length > 0) throw new ActRefused('owns-applications', applications);
  };
}
