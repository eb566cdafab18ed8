// Connections (user × application) on SQLite.
import type { Connection } from '../../core/consent/connection.ts';
import type { ConnectionStore } from '../../core/consent/connection-store.ts';
import { Unavailable } from '../../core/unavailable.ts';
import { APPLICATION_COLUMNS, type ApplicationRow, applicationOf } from './application-row.ts';
import { prepareRequireProof } from './session-proof.ts';
import type { Sqlite } from './sqlite.ts';
import { REMOVED_MEANWHILE } from './trouble.ts';

type Row = {
  application_id: string;
  account_id: string;
  sub: string;
  generation: number;
  answers: string;
  created_at: number;
  last_used_at: number | null;
  ended_at: number | null;
};
/** Connection columns carry a prefix where both tables have the name. */
type ListedRow = ApplicationRow & Omit<Row, 'created_at'> & { connected_at: number };

/** Whether the connection `c` of the application `a` lives: neither it nor all of them at once were ended. */
const LIVES = 'c.ended_at is null and c.epoch = a.connection_epoch';

// One that was ended begins anew: its time of creation is that of the consent that revived it. A row that the purge has not
// come to yet (an older epoch) gets its new generation here, and its answers are forgotten here.
const AGREE = `
  insert into connections (application_id, account_id, sub, generation, answers, created_at, epoch)
  select $application_id, $account_id, $sub, 1, $answers, $now, connection_epoch
  from applications where id = $application_id
  on conflict (application_id, account_id) do update set
    generation = generation + (ended_at is null and epoch < excluded.epoch),
    answers = iif(epoch < excluded.epoch, excluded.answers, json_patch(answers, excluded.answers)),
    created_at = iif(ended_at is null and epoch = excluded.epoch, created_at, excluded.created_at),
    last_used_at = iif(ended_at is null and epoch = excluded.epoch, last_used_at, null),
    ended_at = null, epoch = excluded.epoch
  returning *`;

const FIND = `
  select c.application_id, c.account_id, c.sub, c.generation, iif(${LIVES}, c.answers, '{}') as answers,
    c.created_at, c.last_used_at, iif(${LIVES}, null, coalesce(c.ended_at, a.connections_ended_at)) as ended_at
  from connections c join applications a on a.id = c.application_id
  where c.application_id = ? and c.account_id = ?`;

const LIST = `
  select ${APPLICATION_COLUMNS},
    c.application_id, c.account_id, c.sub, c.generation, c.answers, c.created_at as connected_at, c.last_used_at, c.ended_at
  from connections c join applications a on a.id = c.application_id
  where c.account_id = ? and ${LIVES}
  order by c.created_at desc, c.application_id desc`;

export function createConnectionStore({ writer, reader }: Sqlite): ConnectionStore {
  return { ...readConnections(reader), ...writeConnections(writer) };
}

type Reads = Pick<ConnectionStore, 'find' | 'listByAccount' | 'findBySub' | 'listByApplication'>;

// A page begins after the place that the last one shown has now: its row stays when it ends.
const AFTER =
  '(c.created_at, c.account_id) > (select l.created_at, l.account_id from connections l where l.sub = $after)';
const listByApplicationFrom = (from: string) => `
  select c.* from connections c
  where c.application_id = $application_id and c.ended_at is null and ${from}
    and c.epoch = (select connection_epoch from applications where id = $application_id)
  order by c.created_at, c.account_id limit $limit`;

function readConnections({ connection, read }: Sqlite['reader']): Reads {
  const find = connection.prepare<[string, string], Row>(FIND);
  const findBySub = connection.prepare<[string, string], Row>(
    `select c.* from connections c join applications a on a.id = c.application_id
     where c.sub = ? and c.application_id = ? and ${LIVES}`,
  );
  const firstOfApplication = connection.prepare<[{ application_id: string; limit: number }], Row>(
    listByApplicationFrom('true'),
  );
  const nextOfApplication = connection.prepare<[{ application_id: string; after: string; limit: number }], Row>(
    listByApplicationFrom(AFTER),
  );
  const listByAccount = connection.prepare<[string], ListedRow>(LIST);
  return {
    find: (applicationId, accountId) =>
      read(() => {
        const row = find.get(applicationId, accountId);
        return row && connectionOf(row);
      }),
    findBySub: (applicationId, sub) =>
      read(() => {
        const row = findBySub.get(sub, applicationId);
        return row && connectionOf(row);
      }),
    listByApplication: ({ applicationId, afterSub, limit }) =>
      read(() => {
        const page = { application_id: applicationId, limit };
        const rows =
          afterSub === undefined ? firstOfApplication.all(page) : nextOfApplication.all({ ...page, after: afterSub });
        return rows.map(connectionOf);
      }),
    listByAccount: (accountId) =>
      read(() =>
        listByAccount.all(accountId).map((row) => ({
          connection: connectionOf({ ...row, created_at: row.connected_at }),
          application: applicationOf(row),
        })),
      ),
  };
}

type Agreement = { application_id: string; account_id: string; sub: string; answers: string; now: number };

function writeConnections({ connection, write }: Sqlite['writer']): Omit<ConnectionStore, keyof Reads> {
  const agree = connection.prepare<[Agreement], Row>(AGREE);
  const ofLive = `
    from applications a
    where a.id = c.application_id and c.application_id = ? and c.account_id = ? and ${LIVES}`;
  const answer = connection.prepare(`
    update connections as c set answers = json_patch(answers, ?) ${ofLive} and c.generation = ?`);
  const unlink = connection.prepare(`
    update connections as c set generation = generation + 1, answers = '{}', ended_at = ? ${ofLive}`);
  const unlinkAll = connection
    .prepare<[number, string], number>(`
      update applications set connection_epoch = connection_epoch + 1, connections_ended_at = ? where id = ?
      returning connection_epoch`)
    .pluck();
  const note = connection.prepare<[string, number]>(`
    insert into unlinked_applications (id, epoch) values (?, ?)
    on conflict (id) do update set epoch = excluded.epoch`);
  const touch = connection.prepare(`update connections as c set last_used_at = ? ${ofLive}`);
  const requireProof = prepareRequireProof(connection);

  return {
    agree: ({ applicationId, accountId, sub, answers, now }) =>
      write(() => {
        const input = {
          application_id: applicationId,
          account_id: accountId,
          sub,
          answers: JSON.stringify(answers),
          now,
        };
        const row = agree.get(input);
        if (!row) throw new Unavailable(REMOVED_MEANWHILE);
        return connectionOf(row);
      }),
    answer: ({ applicationId, accountId, generation, answers }) =>
      write(() => answer.run(JSON.stringify(answers), applicationId, accountId, generation).changes === 1),
    unlink: (applicationId, accountId, now, proof) =>
      write(() => {
        requireProof(proof);
        return unlink.run(now, applicationId, accountId).changes === 1;
      }),
    unlinkAll: (applicationId, now) =>
      write(() => {
        const epoch = unlinkAll.get(now, applicationId);
        if (epoch === undefined) return false;
        note.run(applicationId, epoch);
        return true;
      }),
    touch: async (applicationId, accountId, now) => {
      await write(() => touch.run(now, applicationId, accountId));
    },
  };
}

const connectionOf = (row: Row): Connection => ({
  applicationId: row.application_id,
  accountId: row.account_id,
  sub: row.sub,
  generation: row.generation,
  answers: JSON.parse(row.answers),
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at ?? undefined,
  endedAt: row.ended_at ?? undefined,
});
