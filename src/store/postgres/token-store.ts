// Refresh and access tokens on PostgreSQL. `findAccessToken` is the statement the server runs most.
import type { AccessTokenInContext, TokenStore } from '../../core/tokens/token-store.ts';
import {
  accessTokenValues,
  type GrantInContextRecord,
  grantInContextOf,
  INSERT_ACCESS_TOKEN_OF_SPENT,
  SELECT_GRANT_IN_CONTEXT,
} from './grant-record.ts';
import type { Postgres } from './postgres.ts';
import { statement } from './statement.ts';

const FIND_GRANT = statement(`${SELECT_GRANT_IN_CONTEXT} where g.id = $grantId`);

// THE SINGLE USE OF A REFRESH TOKEN: of several at once, all but one wait for the row and then find another generation.
const ROTATE = statement(`
  with spent as (
    update grants set
      refresh_generation = refresh_generation + 1, refresh_expires_at = $refreshExpiresAt,
      recent_rotations = $recentRotations, last_access_token_id = $accessTokenId,
      last_access_token_expires_at = $accessTokenExpiresAt, last_answer_scope = $answerScope
    where id = $grantId and refresh_generation = $fromGeneration and code_used_at is not null and ended_at is null
    returning id
  ) ${INSERT_ACCESS_TOKEN_OF_SPENT}`);

const END_FAMILY = statement('update grants set ended_at = $now where id = $grantId and ended_at is null');

// All that decides what an access token opens: joins by primary keys only. Left joins, because what a token belonged to
// may be gone (grants and tokens have no foreign keys).
const FIND_ACCESS_TOKEN = statement(`
  select t.token_hash, t.items, t.expires_at,
    g.ended_at is not null as grant_ended, g.api_key,
    p.application_id is not distinct from g.application_id as api_key_exists,
    coalesce(a.login_activation, false) as login_activation, g.application_id,
    (select coalesce(json_agg(json_build_object('item', i.item, 'createdAt', i.created_at)), '[]')
     from consent_items i where i.application_id = g.application_id) as registered_items,
    coalesce(a.id is not null and c.ended_at is null and c.generation = g.connection_generation, false)
      as connection_live,
    c.last_used_at as connection_last_used_at, coalesce(c.sub, '') as sub, coalesce(c.answers, '{}') as answers,
    g.account_id, u.id is not null and u.disabled_at is null as account_active,
    coalesce(u.email, '') as email, coalesce(u.email_verified, false) as email_verified,
    coalesce(u.profile, '{}') as profile, coalesce(u.updated_at, 0) as account_updated_at
  from access_tokens t
  join grants g on g.id = t.grant_id
  left join platforms p on p.api_key = g.api_key
  left join applications a on a.id = g.application_id
  left join connections c on c.application_id = g.application_id and c.account_id = g.account_id
  left join accounts u on u.id = g.account_id
  where t.id = $id`);

export const createTokenStore = ({ read, write }: Postgres): TokenStore => ({
  findGrant: async (grantId) => {
    const [record] = await read<GrantInContextRecord>(FIND_GRANT, { grantId });
    return record && grantInContextOf(record);
  },
  rotate: async ({ accessToken, ...rotation }) =>
    (await write(ROTATE, { ...rotation, ...accessTokenValues(accessToken) })).count === 1,
  endFamily: async (grantId, now) => {
    await write(END_FAMILY, { grantId, now });
  },
  findAccessToken: async (id) => (await read<AccessTokenInContext>(FIND_ACCESS_TOKEN, { id }))[0],
});
