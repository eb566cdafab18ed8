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

// An ended connection has no answers left (see `unlink`), so merging is right for it too. It begins anew: its time of
// creation is that of the consent that revived it.
const AGREE = `
  insert into connections (application_id, account_id, sub, generation, answers, created_at)
  select $application_id, $account_id, $sub, 1, $answers, $now from applications where id = $application_id
  on conflict (application_id, account_id) do update set
    answers = json_patch(answers, excluded.answers),
    created_at = iif(ended_at is null, created_at, excluded.created_at),
    last_used_at = iif(ended_at is null, last_used_at, null),
    ended_at = null
  returning *`;

const LIST = `
  select ${APPLICATION_COLUMNS},
    c.application_id, c.account_id, c.sub, c.generation, c.answers, c.created_at as connected_at, c.last_used_at, c.ended_at
  from connections c join applications a on a.id = c.application_id
  where c.account_id = ? and c.ended_at is null
  order by c.created_at desc, c.application_id desc`;

export function createConnectionStore({ writer, reader }: Sqlite): ConnectionStore {
  return { ...readConnections(reader), ...writeConnections(writer) };
}

type Reads = Pick<ConnectionStore, 'find' | 'listByAccount' | 'findBySub' | 'listByApplication'>;

// A page begins after the place that the last one shown has now: its row stays when it ends.
const AFTER =
  '(c.created_at, c.account_id) > (select l.created_at, l.account_id from connections l where l.sub = $after)';
const listByApplicationFrom = (from: string) => `
  select c.* from connections c where c.application_id = $application_id and c.ended_at is null and ${from}
  order by c.created_at, c.account_id limit $limit`;

function readConnections({ connection, read }: Sqlite['reader']): Reads {
  const find = connection.prepare<[string, string], Row>(
    `select c.* from connections c join applications a on a.id = c.application_id
     where c.application_id = ? and c.account_id = ?`,
  );
  const findBySub = connection.prepare<[string, string], Row>(
    'select * from connections where sub = ? and application_id = ? and ended_at is null',
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
  const withdraw = connection.prepare(`
    update connections set answers = json_patch(answers, ?)
    where application_id = ? and account_id = ? and ended_at is null`);
  const unlink = connection.prepare(`
    update connections set generation = generation + 1, answers = '{}', ended_at = ?
    where application_id = ? and account_id = ? and ended_at is null`);
  const unlinkSome = connection.prepare(`
    update connections set generation = generation + 1, answers = '{}', ended_at = $now
    where (application_id, account_id) in (
      select application_id, account_id from connections
      where application_id = $application_id and ended_at is null and created_at <= $now
      order by created_at, account_id limit $limit)`);
  const touch = connection.prepare(`
    update connections set last_used_at = ? where application_id = ? and account_id = ? and ended_at is null`);
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
    withdraw: ({ applicationId, accountId, item, now }) =>
      write(() => {
        const answer = JSON.stringify({ [item]: { agreed: false, answeredAt: now } });
        return withdraw.run(answer, applicationId, accountId).changes === 1;
      }),
    unlink: (applicationId, accountId, now, proof) =>
      write(() => {
        requireProof(proof);
        return unlink.run(now, applicationId, accountId).changes === 1;
      }),
    unlinkSome: (applicationId, now, limit) =>
      write(() => unlinkSome.run({ application_id: applicationId, now, limit }).changes),
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
