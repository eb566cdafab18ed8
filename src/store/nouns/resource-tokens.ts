// What applications may have for themselves at APIs of the operator, and the access tokens that they got with it
// (contract 45). A token counts while the application, its key, its login activation, the API and a scope stand.
import type { ApiStore, ProgramOffer } from '../../core/applications/apis/api-store.ts';
import type { ResourceTokenInContext } from '../../core/applications/apis/resource-token.ts';
import type { Base } from '../intent.ts';
import { revokeOnPostgres, revokeOnSqlite } from '../revoked-token.ts';
import { ListOf, statement, table } from '../statement.ts';
import { findPersonToken } from './api-access.ts';

export const RESOURCE_TOKENS = table('resource_tokens', 'id', {
  text: 'id api_id application_id api_key dpop_jkt grant_id',
  bytes: 'token_hash',
  json: 'scope',
  integer: 'created_at expires_at',
});

const NAMES = {
  postgres: 'json_agg(m.scope_name order by s.position)',
  sqlite: 'json_group_array(m.scope_name order by s.position)',
};
const offers = (names: string) => `
  select i.id, i.resource, i.access_token_format, i.access_token_alg, i.access_token_ttl_seconds, ${names} as scopes
  from api_machine_access m join api_scopes s on s.name = m.scope_name join apis i on i.id = s.api_id
  where m.application_id = $applicationId group by i.id order by i.id`;
const LIST_OFFERS = statement({ postgres: offers(NAMES.postgres), sqlite: offers(NAMES.sqlite) }, { scopes: 'json' });
const EXISTS_OFFER = statement('select 1 as one from api_machine_access limit 1');

// ENFORCES WHAT THE TOKEN IS EARNED WITH: the row count says whether it all stands.
const INSERT = statement(`
  insert into resource_tokens (id, token_hash, api_id, application_id, api_key, scope, dpop_jkt, created_at, expires_at)
  select $id::text, $tokenHash::bytea, $apiId::text, a.id, p.api_key, $scope::json, $dpopJkt::text, $createdAt::bigint,
    $expiresAt::bigint
  from applications a join platforms p on p.application_id = a.id and p.api_key = $apiKey
  where a.id = $applicationId and a.login_activation = true and $many::integer = (
    select count(*) from api_machine_access m join api_scopes s on s.name = m.scope_name and s.api_id = $apiId
    where m.application_id = a.id and m.scope_name = any($names))`);

const find = (names: string) => `
  select t.id, t.token_hash, t.api_id, t.application_id, t.api_key, t.scope, t.dpop_jkt, t.grant_id, t.created_at, t.expires_at,
    i.resource,
    (select ${names} from api_machine_access m join api_scopes s on s.name = m.scope_name
      where m.application_id = t.application_id and s.api_id = t.api_id) as given
  from resource_tokens t
  join apis i on i.id = t.api_id
  join applications a on a.id = t.application_id and a.login_activation = true
  join platforms p on p.api_key = t.api_key and p.application_id = a.id
  where t.id = $id and t.grant_id is null`;
const FIND = statement(
  { postgres: find(`coalesce(${NAMES.postgres}, '[]')`), sqlite: find(NAMES.sqlite) },
  { scope: 'json', given: 'json' },
);
const REMOVE = statement({ postgres: revokeOnPostgres('resource_tokens'), sqlite: revokeOnSqlite('resource_tokens') });

export const createResourceTokens = (
  base: Base,
): Pick<ApiStore, 'listOffers' | 'existsOffer' | 'insertToken' | 'findToken' | 'removeToken'> => ({
  listOffers: (applicationId) => base.rows<ProgramOffer>(LIST_OFFERS, { applicationId }),
  existsOffer: async () => (await base.row(EXISTS_OFFER)) !== undefined,
  insertToken: async (token) => {
    const names = new ListOf(token.scope);
    return (await base.change(INSERT, { ...token, names, many: token.scope.length })) === 1;
  },
  findToken: async (id) => {
    const program = await base.row<Omit<ResourceTokenInContext, 'person'>>(FIND, { id });
    const found = program ? { person: undefined, ...program } : await findPersonToken(base, id);
    return found && { ...found, given: found.scope.filter((name) => found.given.includes(name)) };
  },
  removeToken: async (id, now) => {
    await base.change(REMOVE, { id, now });
  },
});
