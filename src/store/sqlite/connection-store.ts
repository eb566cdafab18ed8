// Connections (user × application) on SQLite.
import type { Application } from '../../core/applications/application.ts';
import type { Connection } from '../../core/consent/connection.ts';
import type { ConnectionStore } from '../../core/consent/connection-store.ts';
import { Unavailable } from '../../core/unavailable.ts';
import { APPLICATION_COLUMNS, APPLICATION_KINDS } from './application-columns.ts';
import { prepareRequireSettled } from './doubt.ts';
import { prepareInsertReceipt } from './receipt-store.ts';
import { prepareRequireProof } from './session-proof.ts';
import type { Sqlite } from './sqlite.ts';
import { columnsOf, prepare } from './statement.ts';
import { REMOVED_MEANWHILE } from './trouble.ts';

/** Condition: the connection `c` of the application `a` is live. It was ended neither alone nor with all others. */
export const LIVES = 'c.ended_at is null and c.epoch = a.connection_epoch';

// The `sub` of an import comes first. An ended connection starts over: its `created_at` is that of the consent that
// revived it. Where the purge has not reached a row with an older epoch yet, this statement raises its generation and
// forgets its answers. A leaving account connects nothing, whenever the page was shown.
const AGREE = `
  insert into connections (application_id, account_id, sub, generation, answers, created_at, epoch)
  select $applicationId, $accountId,
    coalesce((select sub from subjects where account_id = $accountId and application_id = $applicationId), $sub),
    1, $answers, $now, connection_epoch
  from applications
  where id = $applicationId and not exists (
    select 1 from accounts where id = $accountId and (leaving_since is not null or disabled_at is not null))
  on conflict (application_id, account_id) do update set
    generation = generation + (ended_at is null and epoch < excluded.epoch),
    answers = iif(epoch < excluded.epoch, excluded.answers, json_patch(answers, excluded.answers)),
    created_at = iif(ended_at is null and epoch = excluded.epoch, created_at, excluded.created_at),
    last_used_at = iif(ended_at is null and epoch = excluded.epoch, last_used_at, null),
    ended_at = null, epoch = excluded.epoch
  returning application_id, account_id, sub, generation, answers, created_at, last_used_at, ended_at`;

const COLUMNS =
  'c.application_id, c.account_id, c.sub, c.generation, c.answers, c.created_at, c.last_used_at, c.ended_at';

const FIND = `
  select c.application_id, c.account_id, c.sub, c.generation, iif(${LIVES}, c.answers, '{}') as answers,
    c.created_at, c.last_used_at, iif(${LIVES}, null, coalesce(c.ended_at, a.connections_ended_at)) as ended_at
  from connections c join applications a on a.id = c.application_id
  where c.application_id = $applicationId and c.account_id = $accountId`;

const LIST = `
  select ${columnsOf('connections', 'c', 'connection', ['epoch', 'event_number', 'ended_by'])}, ${APPLICATION_COLUMNS}
  from connections c join applications a on a.id = c.application_id
  where c.account_id = $accountId and ${LIVES}
  order by c.created_at desc, c.application_id desc`;

export function createConnectionStore({ writer, reader }: Sqlite): ConnectionStore {
  return { ...readConnections(reader), ...writeConnections(writer) };
}

type Reads = Pick<ConnectionStore, 'find' | 'listByAccount' | 'findBySub' | 'listByApplication'>;

const listByApplicationFrom = (from: string) => `
  select ${COLUMNS} from connections c
  where c.application_id = $applicationId and c.ended_at is null and ${from}
    and c.epoch = (select connection_epoch from applications where id = $applicationId)
  order by c.created_at, c.account_id limit $limit`;

function readConnections({ connection, read }: Sqlite['reader']): Reads {
  const find = prepare<Connection>(connection, FIND);
  const findBySub = prepare<Connection>(
    connection,
    `select ${COLUMNS} from connections c join applications a on a.id = c.application_id
     where c.sub = $sub and c.application_id = $applicationId and ${LIVES}`,
  );
  const firstOfApplication = prepare<Connection>(connection, listByApplicationFrom('true'));
  const nextOfApplication = prepare<Connection>(
    connection,
    listByApplicationFrom('(c.created_at, c.account_id) > ($createdAt, $accountId)'),
  );
  const listByAccount = prepare<{ connection: Connection; application: Application }>(
    connection,
    LIST,
    APPLICATION_KINDS,
  );
  return {
    find: (applicationId, accountId) => read(() => find.get({ applicationId, accountId })),
    findBySub: (applicationId, sub) => read(() => findBySub.get({ applicationId, sub })),
    listByApplication: ({ after, ...page }) =>
      read(() => (after ? nextOfApplication : firstOfApplication).all({ ...page, ...after })),
    listByAccount: (accountId) => read(() => listByAccount.all({ accountId })),
  };
}

function writeConnections({ connection, write }: Sqlite['writer']): Omit<ConnectionStore, keyof Reads> {
  const agree = prepare<Connection>(connection, AGREE);
  const ofLive = `
    from applications a
    where a.id = c.application_id and c.application_id = $applicationId and c.account_id = $accountId and ${LIVES}`;
  const answer = prepare(
    connection,
    `update connections as c set answers = json_patch(answers, $answers) ${ofLive} and c.generation = $generation`,
  );
  const unlink = prepare(
    connection,
    `update connections as c set generation = generation + 1, answers = '{}', ended_at = $now, ended_by = $by ${ofLive}`,
  );
  const unlinkAll = prepare<{ connectionEpoch: number }>(
    connection,
    `update applications set connection_epoch = connection_epoch + 1, connections_ended_at = $now
     where id = $applicationId returning connection_epoch`,
  );
  const insertUnlinked = prepare(
    connection,
    `insert into unlinked_applications (id, epoch, act, ended_by) values ($applicationId, $epoch, $act, $by)
     on conflict (id) do update set epoch = excluded.epoch, act = excluded.act, ended_by = excluded.ended_by`,
  );
  const touch = prepare(connection, `update connections as c set last_used_at = $now ${ofLive}`);
  const requireProof = prepareRequireProof(connection);
  const requireSettled = prepareRequireSettled(connection);
  const insertReceipt = prepareInsertReceipt(connection);

  return {
    agree: ({ proof, ...agreement }) =>
      write(() => {
        requireProof(proof);
        const agreed = agree.get(agreement);
        if (!agreed) throw new Unavailable(REMOVED_MEANWHILE);
        insertReceipt({ receipt: undefined, ...agreement });
        return agreed;
      }),
    answer: ({ proof, ...answers }) =>
      write(() => {
        requireProof(proof);
        if (answer.run(answers) === 0) return false;
        insertReceipt({ receipt: undefined, ...answers });
        return true;
      }),
    unlink: (applicationId, accountId, now, by, proof) =>
      write(() => {
        requireProof(proof);
        return unlink.run({ applicationId, accountId, now, by }) === 1;
      }),
    unlinkAll: (applicationId, now, by, act, actorId) =>
      write(() => {
        requireSettled({ accountId: actorId, now });
        const marked = unlinkAll.get({ applicationId, now });
        if (!marked) return false;
        insertUnlinked.run({ applicationId, epoch: marked.connectionEpoch, by, act });
        return true;
      }),
    touch: async (applicationId, accountId, now) => {
      await write(() => touch.run({ applicationId, accountId, now }));
    },
  };
}
