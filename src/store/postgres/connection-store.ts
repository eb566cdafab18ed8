// Connections (user × application) on PostgreSQL: finding those that are asked for in one turn, with one statement,
// and what also reads applications, whose columns are read in a way of its own on each database.
import type { Application } from '../../core/applications/applications/application.ts';
import type { Connection } from '../../core/applications/connections/connection.ts';
import type { ConnectionStore } from '../../core/applications/connections/connection-store.ts';
import { APPLICATION_ON_POSTGRES } from '../application-columns.ts';
import type { Base } from '../intent.ts';
import { CONNECTION_COLUMNS, createConnections, FIND_CONNECTIONS, LIVES } from '../nouns/connection-store.ts';
import { ListOf } from '../statement.ts';
import { inGroups } from './groups.ts';
import type { Postgres } from './postgres.ts';
import { recordOf, statement } from './statement.ts';

const LIST_BY_ACCOUNT = statement(`
  select ${CONNECTION_COLUMNS}, row_to_json(x) as application
  from connections c join lateral (
    select ${APPLICATION_ON_POSTGRES} from applications a
    where a.id = c.application_id and ${LIVES}) x on true
  where c.account_id = $accountId
  order by c.created_at desc, c.application_id desc`);

/** The lists stand behind a `select` for the reason that `anyOfKeys` has. */
const FIND = statement(`${FIND_CONNECTIONS}
  join unnest((select $applicationIds::text[]), (select $accountIds::text[])) as asked(application_id, account_id)
    on c.application_id = asked.application_id and c.account_id = asked.account_id`);

type Pair = { readonly applicationId: string; readonly accountId: string };
const nameOf = ({ applicationId, accountId }: Pair): string => `${applicationId} ${accountId}`;

const findInGroups = ({ read }: Pick<Postgres, 'read'>) =>
  inGroups(async (asked: readonly Pair[]) => {
    const rows = await read<Connection>(FIND, {
      applicationIds: new ListOf(asked.map(({ applicationId }) => applicationId)),
      accountIds: new ListOf(asked.map(({ accountId }) => accountId)),
    });
    const found = new Map(rows.map((connection) => [nameOf(connection), connection]));
    return asked.map((pair) => found.get(nameOf(pair)));
  });

export function createConnectionStore(postgres: Postgres, base: Base): ConnectionStore {
  const { read } = postgres;
  const find = findInGroups(postgres);
  return {
    ...createConnections(base),
    find: (applicationId, accountId) => find({ applicationId, accountId }),
    listByAccount: async (accountId) => {
      const rows = await read<Connection & { application: object }>(LIST_BY_ACCOUNT, { accountId });
      return rows.map(({ application, ...connection }) => ({
        connection,
        application: recordOf<Application>(application),
      }));
    },
  };
}
