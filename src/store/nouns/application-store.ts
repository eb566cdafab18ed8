// Applications, but how one is found: PostgreSQL asks for those of one turn with one statement, SQLite for each.
import type { Application } from '../../core/applications/applications/application.ts';
import type { ApplicationStore } from '../../core/applications/applications/application-store.ts';
import type { ApplicationVersion } from '../application-cache.ts';
import { APPLICATION_KINDS, APPLICATION_ON_POSTGRES, applicationOnSqlite } from '../application-columns.ts';
import { type Base, count } from '../intent.ts';
import { countStatement, type Dialect, forEachSearch, searchStatement } from '../search-applications.ts';
import { ListOf, statement } from '../statement.ts';
import { writeApplications } from './application-writes.ts';
import { requireSettled } from './doubt.ts';
import { requireProof } from './session-proof.ts';

const listWhere = (where: string) =>
  statement(
    {
      postgres: `select ${APPLICATION_ON_POSTGRES} from applications a where ${where}`,
      sqlite: `select ${applicationOnSqlite('')} from applications a where ${where}`,
    },
    APPLICATION_KINDS,
  );
const LIST_ALL = listWhere('a.id > $afterId and a.document_url is null order by a.id limit $limit');
const LIST_OF_ACCOUNT = listWhere(`
  a.id in (
    select id from applications where owner_id = $accountId and id > $afterId and $owned::boolean
    union select application_id from application_members where account_id = $accountId and application_id > $afterId
    order by 1 limit $limit)
  order by a.id`);
const REGISTERED = statement('select 1 as registered from site_domains where origin = any($origins) limit 1');
const inBoth = (textIn: (dialect: Dialect) => string) =>
  statement({
    postgres: textIn({ lower: (text) => `lower(${text} collate "C")`, position: 'strpos' }),
    sqlite: textIn({ lower: (text) => `lower(${text})`, position: 'instr' }),
  });
const SEARCHES = forEachSearch((which) => inBoth((dialect) => searchStatement(which, dialect)));
const COUNT_ALL = inBoth((dialect) => countStatement(true, dialect));
const COUNT_OF_ACCOUNT = inBoth((dialect) => countStatement(false, dialect));
const REMOVE = statement('delete from applications where id = $id and version = coalesce($fromVersion, version)');

/** An application by its current version: from the cache, or else from the database. */
type FindAt = (current: ApplicationVersion) => Promise<Application | undefined>;

export const createApplications = (
  base: Base,
  findAt: FindAt,
): Omit<ApplicationStore, 'find' | 'findByApiKey' | 'findClient'> => ({
  ...writeApplications(base),
  list: ({ accountId, owned, afterId = '', limit }) =>
    accountId === undefined
      ? base.rows<Application>(LIST_ALL, { afterId, limit })
      : base.rows<Application>(LIST_OF_ACCOUNT, { accountId, owned, afterId, limit }),
  search: async ({ place, only, ownedBy, ...page }) => {
    const all = page.accountId === undefined;
    const values = { ...page, ...place, only, ownedBy };
    const versions = await base.rows<ApplicationVersion>(SEARCHES({ ...page, all }), values);
    const found = await Promise.all(versions.map(findAt));
    return found.filter((application) => application !== undefined);
  },
  countFound: async ({ only, ownedBy, ...input }) => {
    const counting = input.accountId === undefined ? COUNT_ALL : COUNT_OF_ACCOUNT;
    return (await base.row<{ count: number }>(counting, { ...input, only, ownedBy }))?.count ?? 0;
  },
  remove: (id, fromVersion, proof, by) =>
    base.write(function* () {
      yield* requireProof(proof);
      yield* requireSettled(by);
      return (yield* count(REMOVE, { id, fromVersion })) === 1;
    }),
  isOriginRegistered: async (origins) => (await base.row(REGISTERED, { origins: new ListOf(origins) })) !== undefined,
});
