// Ends the connections that `unlinkAll` marked, a few at a time: for the purge, and for the delivery of their events.
import type { Base } from '../intent.ts';
import { statement, table } from '../statement.ts';

export const UNLINKED_APPLICATIONS = table('unlinked_applications', 'id', {
  text: 'id act ended_by',
  integer: 'epoch',
});

const NEXT_UNLINKED = statement(`
  select id, epoch, (
    select connections_ended_at from applications where applications.id = unlinked_applications.id) as ended_at
  from unlinked_applications order by id limit 1`);
const END = "update connections as c set generation = generation + 1, answers = '{}', ended_at = $endedAt";
// On PostgreSQL a trigger writes to the accounts, so they are locked too. The connection of an account that is locked
// for deletion or a change of its address is ended at a later run. SQLite has no row that another transaction locks.
const END_UNLINKED = statement({
  postgres: `
  with picked as materialized (
    select c.application_id, c.account_id from connections c join accounts on accounts.id = c.account_id
    where c.application_id = $id and c.epoch < $epoch and c.ended_at is null limit $limit
    for update of c skip locked for key share of accounts skip locked
  )
  ${END} from picked p where c.application_id = p.application_id and c.account_id = p.account_id`,
  sqlite: `
  ${END} where (application_id, account_id) in (
    select application_id, account_id from connections
    where application_id = $id and epoch < $epoch and ended_at is null limit $limit)`,
});
// A row that was marked again meanwhile has another epoch and stays.
const FORGET_UNLINKED = statement(`
  delete from unlinked_applications as u
  where u.id = $id and u.epoch = $epoch and not exists (
    select 1 from connections c where c.application_id = u.id and c.epoch < $epoch and c.ended_at is null)`);

/** With the last of them goes the row in `unlinked_applications`. @returns of the function: how many it ended */
export const endUnlinked =
  ({ row, change }: Base) =>
  async (limit: number): Promise<number> => {
    const unlinked = await row<{ id: string; epoch: number; endedAt: number }>(NEXT_UNLINKED);
    if (!unlinked) return 0;
    const ended = await change(END_UNLINKED, { ...unlinked, limit });
    return ended < limit ? ended + (await change(FORGET_UNLINKED, unlinked)) : ended;
  };
