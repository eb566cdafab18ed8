// Samples what the connections of a database wait for, every few milliseconds, in a loop inside PostgreSQL: that costs
// the driver's core next to nothing, and is on time even when the driver is not.
import pg from 'pg';

const SAMPLE_EVERY_SECONDS = 0.003;

/** Our names for PostgreSQL's wait events (documentation, "Wait Event Tables"). */
const KINDS = `case
  when wait_event_type is null then 'working'
  when wait_event_type = 'Lock' then 'rowLocks'
  when wait_event in ('WALWrite', 'WalSync', 'WalWrite', 'WALSync') then 'log'
  when wait_event_type in ('LWLock', 'BufferPin') then 'innerLocks'
  when wait_event_type = 'Client' then 'node'
  else 'other' end`;

/**
 * Samples for `seconds` seconds.
 * @param {string} url of the database, as the user whose connections are sampled
 * @returns {Promise<Record<'working' | 'rowLocks' | 'innerLocks' | 'log' | 'node' | 'other', number>>} for each state,
 *   how often a connection with a statement or a transaction under way was seen in it
 */
export async function watchWaits(url, seconds) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('create temporary table seen (kind text, connections bigint)');
    await client.query(`do $$
      declare
        until constant timestamptz := clock_timestamp() + interval '${seconds} seconds';
      begin
        while clock_timestamp() < until loop
          perform pg_stat_clear_snapshot();
          insert into seen
            select ${KINDS}, count(*) from pg_stat_activity
            where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
              and (state = 'active' or (state like 'idle in transaction%'))
            group by 1;
          perform pg_sleep(${SAMPLE_EVERY_SECONDS});
        end loop;
      end $$`);
    const { rows } = await client.query('select kind, sum(connections)::int as connections from seen group by 1');
    const none = { working: 0, rowLocks: 0, innerLocks: 0, log: 0, node: 0, other: 0 };
    return { ...none, ...Object.fromEntries(rows.map(({ kind, connections }) => [kind, connections])) };
  } finally {
    await client.end();
  }
}
