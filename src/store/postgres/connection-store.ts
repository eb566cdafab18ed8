// Connections (user × application) on PostgreSQL: what also reads applications, whose columns are read in a way of its
// own on each database.
import type { Application } from '../../core/applications/application.ts';
import type { Connection } from '../../core/consent/connection.ts';
import type { ConnectionStore } from '../../core/consent/connection-store.ts';
import { APPLICATION_ON_POSTGRES } from '../application-columns.ts';
import type { Base } from '../intent.ts';
import { CONNECTION_COLUMNS, createConnections, LIVES } from '../nouns/connection-store.ts';
import type { Postgres } from './postgres.ts';
import { recordOf, statement } from './statement.ts';

const LIST_BY_ACCOUNT = statement(`
  select ${CONNECTION_COLUMNS}, row_to_json(x) as application
  from connections c join lateral (
    select ${APPLICATION_ON_POSTGRES} from applications a
    where a.id = c.application_id and ${LIVES}) x on true
  where c.account_id = $accountId
  order by c.created_at desc, c.application_id desc`);

export const createConnectionStore = ({ read }: Postgres, base: Base): ConnectionStore => ({
  ...createConnections(base),
  listByAccount: async (accountId) => {
    const rows = await read<Connection & { application: object }>(LIST_BY_ACCOUNT, { accountId });
    return rows.map(({ application, ...connection }) => ({
      connection,
      application: recordOf<Application>(application),
    }));
  },
});
