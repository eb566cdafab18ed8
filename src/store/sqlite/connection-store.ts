// Connections (user × application) on SQLite: what also reads applications, whose columns are read in a way of its own
// on each database.
import type { Application } from '../../core/applications/applications/application.ts';
import type { Connection } from '../../core/applications/connections/connection.ts';
import type { ConnectionStore } from '../../core/applications/connections/connection-store.ts';
import { APPLICATION_KINDS, applicationOnSqlite } from '../application-columns.ts';
import type { Base } from '../intent.ts';
import { createConnections, LIVES } from '../nouns/connection-store.ts';
import type { Sqlite } from './sqlite.ts';
import { columnsOf, prepare } from './statement.ts';

const LIST = `
  select ${columnsOf('connections', 'c', 'connection', ['epoch', 'event_number', 'ended_by'])}, ${applicationOnSqlite('application.')}
  from connections c join applications a on a.id = c.application_id
  where c.account_id = $accountId and ${LIVES}
  order by c.created_at desc, c.application_id desc`;

export function createConnectionStore({ reader }: Sqlite, base: Base): ConnectionStore {
  const list = prepare<{ connection: Connection; application: Application }>(
    reader.connection,
    LIST,
    APPLICATION_KINDS,
  );
  return { ...createConnections(base), listByAccount: (accountId) => reader.read(() => list.all({ accountId })) };
}
