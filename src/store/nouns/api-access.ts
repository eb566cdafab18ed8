// What applications may ask people for at APIs of the operator, and the tokens that they get with it (contract 45). A
// token is stored after what it is issued for was spent, in one transaction, by a statement that asks for all that it
// was earned with. Nothing is locked beyond the grant: what ends while the statement runs has ended after the token.
import type { ApiAccess, AskableScope } from '../../core/applications/apis/application-scope.ts';
import type { PersonAccessStore, PersonOffer, Spent } from '../../core/applications/apis/person-access-store.ts';
import type { ResourceTokenInContext } from '../../core/applications/apis/resource-token.ts';
import { ASKED_SCOPES } from '../application-columns.ts';
import { GROUPS_ON_POSTGRES, GROUPS_ON_SQLITE } from '../group-columns.ts';
import { type Base, count, type Intent, Undone } from '../intent.ts';
import { ListOf, type Statement, statement, table } from '../statement.ts';
import { MAY_ASK } from './api-applications.ts';
import { LIVES } from './connection-store.ts';

export const API_SUBJECTS = table('api_subjects', 'api_id account_id', { text: 'api_id account_id sub' });

/** As rows, and as members of lists in `application-columns.ts`. */
const ASKABLE = `s.name as item, i.id as api_id, i.resource, i.name as api_name, s.label, s.description,
  s.translations as texts, s.by_default, i.admits_groups as by_groups, i.access_token_alg`;
const ASKABLE_KINDS = { texts: 'json', by_groups: 'boolean' } as const;
const askableBy = (application: string): string => MAY_ASK.replaceAll('n.application_id', application);
const LIST_ASKABLE = statement(
  `select ${ASKABLE} from api_scopes s join apis i on i.id = s.api_id
   where s.name = any($names) and ${askableBy('$applicationId::text')}`,
  ASKABLE_KINDS,
);
const LIST_ALL_ASKABLE = statement(
  `select ${ASKABLE} from api_scopes s join apis i on i.id = s.api_id
   where ${askableBy('$applicationId::text')} order by i.id, s.position`,
  ASKABLE_KINDS,
);

/** Whether the audience of the API `i` lets the account in. */
const admits = (account: string): string => `(i.admits_groups = false or exists (
  select 1 from api_groups e join group_members m on m.group_id = e.group_id and m.account_id = ${account}
  where e.api_id = i.id and e.use = 'admits'))`;
const COUNT_ADMITTING = statement(
  `select count(*) as count from apis i where i.id = any($apiIds) and ${admits('$accountId::text')}`,
);

type Dialect = {
  /** A member of the answer that is stored under `key`. */
  answer(key: string, member: 'agreed' | 'answeredAt'): string;
  list(of: string, order: string): string;
  /** Of `GROUPS_ON_…`: the audience of the application `a`. */
  groups: typeof GROUPS_ON_SQLITE;
  itemsText: string;
};
const POSTGRES: Dialect = {
  answer: (key, member) => `(c.answers -> ${key} ->> '${member}')${member === 'agreed' ? '::boolean' : '::bigint'}`,
  list: (of, order) => `coalesce(json_agg(${of} order by ${order}), '[]')`,
  groups: GROUPS_ON_POSTGRES,
  itemsText: 'g.items::text',
};
const SQLITE: Dialect = {
  answer: (key, member) => `json_extract(c.answers, '$."' || ${key} || '".${member}')`,
  list: (of, order) => `json_group_array(${of} order by ${order})`,
  groups: GROUPS_ON_SQLITE,
  itemsText: 'g.items',
};

/** Scopes `s` of the API `i` that the application `a` asks for and the person of the connection `c` agreed to. */
const agreedScopes = ({ answer }: Dialect): string => `
  from ${ASKED_SCOPES} asked join api_scopes s on s.name = asked.scope_name
  where s.api_id = i.id and (a.document_url is not null or ${askableBy('a.id')})
    and ${answer('asked.scope_name', 'agreed')} = true and ${answer('asked.scope_name', 'answeredAt')} >= asked.created_at`;

/** Names of the groups that both the application and the API receive of the person; null: not agreed to. */
const receivedGroups = ({ answer, list, itemsText }: Dialect): string => `case
  when ${itemsText} like '%"groups"%' and exists (
      select 1 from consent_items y where y.application_id = a.id and y.item = 'groups'
        and ${answer("'groups'", 'agreed')} = true and ${answer("'groups'", 'answeredAt')} >= y.created_at)
    and exists (select 1 from api_groups e where e.api_id = i.id and e.use = 'receives')
  then (
    select ${list('p.name', 'p.name')} from api_groups e
    join application_groups k on k.group_id = e.group_id and k.application_id = a.id and k.use = 'receives'
    join group_members m on m.group_id = e.group_id and m.account_id = u.id
    join user_groups p on p.id = e.group_id
    where e.api_id = i.id and e.use = 'receives') end`;

/** Everything that a grant was earned with: grant `g`, connection `c`, application `a`, its key and account `u`. */
const STANDS = `
  join connections c on c.application_id = g.application_id and c.account_id = g.account_id
    and c.generation = g.connection_generation
  join applications a on a.id = g.application_id and ${LIVES} and a.login_activation = true
  join platforms f on f.api_key = g.api_key and f.application_id = a.id
  join accounts u on u.id = g.account_id and u.disabled_at is null and u.grant_epoch = g.grant_epoch`;

const both = (textIn: (dialect: Dialect) => string, kinds = {}): Statement =>
  statement({ postgres: textIn(POSTGRES), sqlite: textIn(SQLITE) }, kinds);

const FIND_OFFER = both(
  (dialect) => `
  select i.resource, i.access_token_format, i.access_token_alg, i.access_token_ttl_seconds, b.sub,
    ${admits('u.id')} as admitted,
    (select ${dialect.list('s.name', 'asked.position')} ${agreedScopes(dialect)}) as scopes,
    ${receivedGroups(dialect)} as groups
  from grants g ${STANDS}
  join apis i on i.id = $apiId
  left join api_subjects b on b.api_id = i.id and b.account_id = u.id
  where g.id = $grantId and g.ended_at is null`,
  { admitted: 'boolean', scopes: 'json', groups: 'json' },
);

// Test mode ends no token; an audience of groups does (contract 31).
const FIND_TOKEN = both(
  (dialect) => `
  select t.id, t.token_hash, t.api_id, t.application_id, t.api_key, t.scope, t.dpop_jkt, t.grant_id, t.created_at,
    t.expires_at, i.resource, (select ${dialect.list('s.name', 'asked.position')} ${agreedScopes(dialect)}) as given,
    b.sub, g.authenticated_at, g.api_access, ${receivedGroups(dialect)} as groups
  from resource_tokens t
  join grants g on g.id = t.grant_id and g.ended_at is null ${STANDS}
  join apis i on i.id = t.api_id and ${admits('u.id')}
  join api_subjects b on b.api_id = i.id and b.account_id = u.id
  where t.id = $id and ${dialect.groups.mayBeRead('u.id')}`,
  { scope: 'json', given: 'json', groups: 'json' },
);

type PersonTokenRow = Omit<ResourceTokenInContext, 'person'> &
  Omit<NonNullable<ResourceTokenInContext['person']>, 'amr'> & { apiAccess: ApiAccess | undefined };

/** A person's token, while everything that it was earned with stands. */
export async function findPersonToken(base: Base, id: string): Promise<ResourceTokenInContext | undefined> {
  const found = await base.row<PersonTokenRow>(FIND_TOKEN, { id });
  if (!found) return undefined;
  const { sub, authenticatedAt, apiAccess, groups, ...token } = found;
  return { ...token, person: { sub, authenticatedAt, amr: apiAccess?.amr ?? [], groups } };
}

const MEET = statement(`
  insert into api_subjects (api_id, account_id, sub)
  select i.id, u.id, $sub::text from apis i, accounts u where i.id = $apiId and u.id = $accountId for key share
  on conflict do nothing`);
const FIND_SUBJECT = statement('select sub from api_subjects where api_id = $apiId and account_id = $accountId');

const LAST = 'last_access_token_id = $id, last_access_token_expires_at = $expiresAt, last_answer_scope = $scope';
// ENFORCES THE SINGLE USE of a code or refresh token: the row count says whether this call spent it.
const SPEND = {
  code: statement(`
    update grants set code_used_at = $now, refresh_generation = 1, refresh_expires_at = $refreshExpiresAt,
      family_expires_at = $familyExpiresAt, dpop_jkt = $dpopJkt, ${LAST}
    where id = $grantId and code_used_at is null and ended_at is null`),
  rotation: statement(`
    update grants set refresh_generation = refresh_generation + 1, refresh_expires_at = $refreshExpiresAt,
      recent_rotations = $recentRotations, family_seed = $familySeed, family_seed_from = $familySeedFrom,
      dpop_jkt = coalesce(dpop_jkt, $dpopJkt), ${LAST}
    where id = $grantId and refresh_generation = $fromGeneration and code_used_at is not null and ended_at is null`),
  renewal: statement(`
    update grants set refresh_expires_at = $refreshExpiresAt, ${LAST}
    where id = $grantId and keeps_refresh_token = true and code_used_at is not null and ended_at is null`),
  repeat: statement(`
    select 1 as one from grants g
    where g.id = $grantId and g.refresh_generation = $generation and g.ended_at is null and exists (
      select 1 from resource_tokens r
      where r.id = g.last_access_token_id and r.api_id = $apiId and r.dpop_jkt is not distinct from $dpopJkt::text)
    for update of g`),
} as const satisfies Readonly<Record<Spent['kind'], Statement>>;

// ENFORCES WHAT THE TOKEN IS EARNED WITH: the row count says whether it all stands.
const INSERT = both(
  (dialect) => `
  insert into resource_tokens (id, token_hash, api_id, application_id, api_key, scope, dpop_jkt, created_at, expires_at,
    grant_id)
  select $id::text, $tokenHash::bytea, i.id, a.id, f.api_key, $scope::json, $dpopJkt::text, $createdAt::bigint,
    $expiresAt::bigint, g.id
  from grants g ${STANDS}
  join apis i on i.id = $apiId
  where g.id = $grantId and g.ended_at is null and ${dialect.groups.isAdmitted('u.id')} and ${admits('u.id')}
    and ($isCode::boolean = false or u.sign_in_epoch = g.sign_in_epoch)
    and (($withSession::boolean = false and $isCode::boolean = false) or not exists (
      select 1 from ended_sessions e where e.id = g.session_id))
    and $many::integer = (select count(*) ${agreedScopes(dialect)} and asked.scope_name = any($names))`,
);
const TELL = statement(`
  insert into session_clients (session_id, api_key, sid, sub, created_at)
  values ($sessionId, $apiKey, $sid, $sub, $now) on conflict do nothing`);

export const createApiAccess = (base: Base): PersonAccessStore => ({
  listAskable: (names, applicationId) =>
    base.rows<AskableScope>(LIST_ASKABLE, { names: new ListOf(names), applicationId }),
  listAllAskable: (applicationId) => base.rows<AskableScope>(LIST_ALL_ASKABLE, { applicationId }),
  isAdmittedToAll: async (apiIds, accountId) =>
    (await base.row<{ count: number }>(COUNT_ADMITTING, { apiIds: new ListOf(apiIds), accountId }))?.count ===
    apiIds.length,
  findPersonOffer: (apiId, grantId) => base.row<PersonOffer>(FIND_OFFER, { apiId, grantId }),
  meetSubject: async (subject) => {
    await base.change(MEET, subject);
    return (await base.row<{ sub: string }>(FIND_SUBJECT, subject))?.sub;
  },
  issueToPerson: async ({ token, spent, withSession, now }) => {
    try {
      return await base.write(function* (): Intent<'issued' | 'lost'> {
        const values = { ...token, now };
        if ((yield* count(SPEND[spent.kind], { ...values, ...spent })) === 0) return 'lost';
        const names = new ListOf(token.scope);
        const asked = { names, many: token.scope.length, isCode: spent.kind === 'code', withSession };
        if ((yield* count(INSERT, { ...values, ...asked })) === 0) throw new Undone();
        if (spent.kind === 'code' && spent.tell) yield* count(TELL, { ...spent.tell, now });
        return 'issued';
      });
    } catch (error) {
      if (error instanceof Undone) return 'ended';
      throw error;
    }
  },
});
