// Applications stay when their owner goes (contract 29), inside the transaction of the act that would end the
// ownership.
import { ActRefused, type OwnedApplication } from '../../core/operators/acting.ts';
import { LIVES } from './connection-store.ts';
import type { Run } from './run.ts';
import { statement } from './statement.ts';

/** What the account owns, as `OwnedApplication`s. Takes `accountId`. */
export const OWNED = statement(`
  select a.id, a.name, (select count(*) from connections c where c.application_id = a.id and ${LIVES}) as connections
  from applications a where a.owner_id = $accountId order by a.id`);

/**
 * The account's row is locked: whoever gives it an application locks it too.
 * @throws ActRefused when it owns one
 */
export async function keepApplications(run: Run, accountId: string): Promise<void> {
  const { rows } = await run<OwnedApplication>(OWNED, { accountId });
  if (rows.length > 0) throw new ActRefused('owns-applications', rows);
}
