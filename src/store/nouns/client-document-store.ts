// Clients that nobody registered (contract 46). Whoever keeps a document locks the table of blocked hosts in share
// mode, and whoever blocks a host alone, so that no client is ON that was stored beside the block of its host.
import type {
  ClientDocumentStore,
  ClientHost,
  StoredDocument,
} from '../../core/applications/client-documents/client-document-store.ts';
import type { Actor } from '../../core/ground/acts/acting.ts';
import { INSERT_COLUMNS } from '../application-columns.ts';
import { type Base, count, type Intent, lock, row } from '../intent.ts';
import { ListOf, statement, table } from '../statement.ts';
import { requireMayAct } from './account-act.ts';
import { writeLists } from './application-writes.ts';

export const CLIENT_DOCUMENTS = table('client_documents', 'application_id', {
  text: 'application_id host',
  integer: 'kept_until used_at',
});
export const BLOCKED_CLIENT_HOSTS = table('blocked_client_hosts', 'host', { text: 'host', integer: 'blocked_at' });

const FIND = statement(`
  select a.id as application_id, d.kept_until
  from applications a left join client_documents d on d.application_id = a.id
  where a.document_url = $url`);
const BLOCKED = statement('select 1 as blocked from blocked_client_hosts where host = $host');

const LOCK_TO_KEEP = statement('lock table blocked_client_hosts in share mode');
const INSERT_NEW = statement(`
  insert into applications ${INSERT_COLUMNS}
  on conflict (document_url) where document_url is not null do nothing`);
const LOCK_CLIENT = statement('select id from applications where document_url = $documentUrl for no key update');
const UPDATE = statement(`
  update applications set name = $name, token_endpoint_auth_method = $tokenEndpointAuthMethod, jwks = $jwks,
    jwks_uri = $jwksUri, updated_at = greatest($updatedAt, updated_at + 1), version = version + 1
  where id = $id`);
const KEEP = statement(`
  insert into client_documents (application_id, host, kept_until, used_at) values ($id, $host, $keptUntil, $now)
  on conflict (application_id) do update set kept_until = excluded.kept_until, used_at = excluded.used_at`);
const NOTE_TOKEN = statement(`
  update client_documents set used_at = $now where application_id = $applicationId and used_at < $now::bigint - 3600000`);

// PostgreSQL, where its tables are small, would read every connection first: `offset 0` keeps the subquery apart, which
// SQLite cannot say, and does not need.
const CONNECTED = {
  postgres: `cross join lateral (select c.account_id from connections c
      where c.application_id = a.id and c.epoch = a.connection_epoch and c.ended_at is null offset 0) c`,
  sqlite: 'join connections c on c.application_id = a.id and c.ended_at is null and c.epoch = a.connection_epoch',
};
const hostsIn = (visible: string, end = '') => {
  const text = (connected: string): string => `
  select visible.host, b.blocked_at,
    (select count(distinct c.account_id) from client_documents d
     join applications a on a.id = d.application_id
     ${connected}
     where d.host = visible.host) as people,
    (select max(d.used_at) from client_documents d where d.host = visible.host) as used_at
  from (${visible}) as visible
  left join blocked_client_hosts b on b.host = visible.host ${end}`;
  return statement({ postgres: text(CONNECTED.postgres), sqlite: text(CONNECTED.sqlite) });
};
const FIND_HOST = hostsIn('select $host::text as host');
const LIST_HOSTS = hostsIn(
  `
    select host from (select distinct host from client_documents where host > $after order by host limit $limit) as visible
    union
    select host from (select host from blocked_client_hosts where host > $after order by host limit $limit) as visible`,
  'order by visible.host limit $limit',
);

const LOCK_TO_BLOCK = statement('lock table blocked_client_hosts in share row exclusive mode');
const BLOCK = statement(
  'insert into blocked_client_hosts (host, blocked_at) values ($host, $now) on conflict do nothing',
);
const UNBLOCK = statement('delete from blocked_client_hosts where host = $host');

// Each document URL begins with what admits it; nobody compares patterns. Its host is read from it, because the purge
// takes the row that has the host.
const POSTGRES = {
  admitted: 'exists (select 1 from unnest($admitted::text[]) p where left(a.document_url, length(p)) = p)',
  host: "split_part(a.document_url, '/', 3)",
};
const SQLITE: typeof POSTGRES = {
  admitted: 'exists (select 1 from json_each($admitted) where substr(a.document_url, 1, length(value)) = value)',
  host: "substr(a.document_url, 9, instr(substr(a.document_url, 9), '/') - 1)",
};
const settling = (where: (dialect: typeof POSTGRES) => string) => {
  const text = (dialect: typeof POSTGRES) => `
    update applications as a set login_activation = not a.login_activation, version = a.version + 1,
      updated_at = greatest($now, a.updated_at + 1)
    where a.document_url is not null ${where(dialect)} and a.login_activation <> (${dialect.admitted} and not exists (
      select 1 from blocked_client_hosts b where b.host = ${dialect.host}))`;
  return statement({ postgres: text(POSTGRES), sqlite: text(SQLITE) });
};
const SETTLE = settling(() => '');
const SETTLE_HOST = settling(({ host }) => `and ${host} = $host`);

export const createClientDocumentStore = (base: Base): ClientDocumentStore => ({
  find: (url) => base.row<StoredDocument>(FIND, { url }),
  existsBlock: async (host) => (await base.row(BLOCKED, { host })) !== undefined,
  keep: ({ application, host, keptUntil, now }) =>
    base.write(function* (): Intent<'kept' | 'blocked'> {
      yield* lock(LOCK_TO_KEEP);
      if (yield* row(BLOCKED, { host })) return 'blocked';
      yield* count(INSERT_NEW, application);
      const { id } = (yield* row<{ id: string }>(LOCK_CLIENT, application)) ?? application;
      yield* count(UPDATE, { ...application, id });
      yield* writeLists({ ...application, id });
      yield* count(KEEP, { id, host, keptUntil, now });
      return 'kept';
    }),
  noteToken: async (applicationId, now) => {
    await base.change(NOTE_TOKEN, { applicationId, now });
  },
  findHost: async (host) =>
    (await base.row<ClientHost>(FIND_HOST, { host })) ?? { host, people: 0, usedAt: undefined, blockedAt: undefined },
  listHosts: (page) => base.rows<ClientHost>(LIST_HOSTS, page),
  block: (host, now, by) =>
    base.write(function* () {
      yield* requireMay(by, now);
      yield* lock(LOCK_TO_BLOCK);
      if ((yield* count(BLOCK, { host, now })) === 0) return false;
      yield* count(SETTLE_HOST, { host, now, admitted: new ListOf([]) });
      return true;
    }),
  unblock: (host, admitted, now, by) =>
    base.write(function* () {
      yield* requireMay(by, now);
      yield* lock(LOCK_TO_BLOCK);
      if ((yield* count(UNBLOCK, { host })) === 0) return false;
      yield* count(SETTLE_HOST, { host, now, admitted: new ListOf(admitted) });
      return true;
    }),
  settle: (admitted, now) =>
    base.write(function* () {
      yield* lock(LOCK_TO_BLOCK);
      return yield* count(SETTLE, { now, admitted: new ListOf(admitted) });
    }),
});

const requireMay = (by: Actor | undefined, now: number): Intent<void> =>
  requireMayAct({ by: by && { act: 'change-apis', caller: by }, now });
