// Told twice: PostgreSQL joins what is asked and stored in one turn into one statement; SQLite commits it as a group.
// Refresh and access tokens on PostgreSQL. `findAccessToken` is the statement the server runs most.
import type { AccessTokenInContext, TokenStore } from '../../core/grants/tokens/token-store.ts';
import { GROUPS_ON_POSTGRES } from '../group-columns.ts';
import { revokeOnPostgres } from '../revoked-token.ts';
import type { FindAt } from './application-store.ts';
import {
  accessTokenValues,
  type GrantInContextRecord,
  grantInContextOf,
  selectGrantsInContext,
  spendGrants,
} from './grant-record.ts';
import { anyOfKeys, findInGroups, writeInGroups } from './groups.ts';
import type { Postgres } from './postgres.ts';
import { statement } from './statement.ts';

const FIND_GRANT = statement(selectGrantsInContext('id'));

// ENFORCES THE SINGLE USE OF A REFRESH TOKEN: of several concurrent updates, all but one wait for the row and then find
// another generation.
const ROTATE = statement(
  spendGrants(
    {
      set: `refresh_generation = g.refresh_generation + 1, refresh_expires_at = r."refreshExpiresAt",
        recent_rotations = r."recentRotations", family_seed = r."familySeed", family_seed_from = r."familySeedFrom",
        dpop_jkt = coalesce(g.dpop_jkt, r."tokenJkt")`,
      where: 'g.refresh_generation = r."fromGeneration" and g.code_used_at is not null',
    },
    {
      ...{ fromGeneration: 'integer', refreshExpiresAt: 'bigint', recentRotations: 'json' },
      ...{ familySeed: 'bytea', familySeedFrom: 'integer' },
    },
  ),
);

// Alone, not in a group: a group changes a grant once, and here each request gets its own access token.
const RENEW = statement(`
  with renewed as (
    update grants set refresh_expires_at = $refreshExpiresAt, last_access_token_id = $accessTokenId,
      last_access_token_expires_at = $accessTokenExpiresAt, last_answer_scope = $answerScope::json
    where id = $grantId and keeps_refresh_token and code_used_at is not null and ended_at is null
    returning id
  )
  insert into access_tokens (id, token_hash, grant_id, items, scope, created_at, expires_at, dpop_jkt)
  select $accessTokenId::text, $tokenHash::bytea, id, $items::json, $scope::json, $createdAt::bigint,
    $accessTokenExpiresAt::bigint, $tokenJkt::text
  from renewed`);

const END_ACCESS_TOKEN = statement(revokeOnPostgres('access_tokens'));
const END_FAMILY = statement(
  'update grants set ended_at = $now, end_reason = $because where id = $grantId and ended_at is null',
);

type AccessTokenRecord = Omit<AccessTokenInContext, 'application'> & { applicationVersion: number | undefined };

// Everything that decides what an access token gives access to, joined by primary keys only. Left joins, because the
// application, connection or account may be gone (grants and tokens have no foreign keys). The application's version is
// enough (`application-cache.ts`).
const FIND_ACCESS_TOKEN = statement(`
  select t.id as key, t.token_hash, t.grant_id, t.items, t.scope, g.requested_scope, t.created_at, t.expires_at, t.dpop_jkt,
    g.ended_at is not null as grant_ended, g.api_key,
    g.application_id, a.version as application_version,
    coalesce(a.id is not null and c.ended_at is null and c.epoch = a.connection_epoch
      and c.generation = g.connection_generation, false)
      as connection_live, g.connection_generation,
    c.last_used_at as connection_last_used_at, coalesce(c.sub, '') as sub, coalesce(c.answers, '{}') as answers,
    g.account_id, coalesce(u.disabled_at is null and u.grant_epoch = g.grant_epoch, false) as account_active,
    coalesce(u.email, '') as email, coalesce(u.email_verified, false) as email_verified, u.username,
    coalesce(u.profile, '{}') as profile, coalesce(u.updated_at, 0) as account_updated_at,
    ${GROUPS_ON_POSTGRES.mayBeRead('g.account_id')} as admitted, ${GROUPS_ON_POSTGRES.received('g.account_id', 't.items::text')} as groups
  from access_tokens t
  join grants g on g.id = t.grant_id
  left join applications a on a.id = g.application_id
  left join connections c on c.application_id = g.application_id and c.account_id = g.account_id
  left join accounts u on u.id = g.account_id
  where t.id = ${anyOfKeys('text')}`);

export const createTokenStore = (postgres: Postgres, findAt: FindAt): TokenStore => ({
  ...readTokens(postgres, findAt),
  ...writeTokens(postgres),
});

function readTokens(postgres: Postgres, findAt: FindAt): Pick<TokenStore, 'findGrant' | 'findAccessToken'> {
  const findRecord = findInGroups<GrantInContextRecord>(postgres, FIND_GRANT);
  const findToken = findInGroups<AccessTokenRecord>(postgres, FIND_ACCESS_TOKEN);
  return {
    findGrant: async (grantId) => {
      const record = await findRecord(grantId);
      return record && grantInContextOf(record);
    },
    findAccessToken: async (id) => {
      const record = await findToken(id);
      if (!record) return undefined;
      const { applicationVersion: version, ...token } = record;
      const application = version === undefined ? undefined : await findAt({ id: token.applicationId, version });
      return { application, ...token };
    },
  };
}

function writeTokens(postgres: Postgres): Pick<TokenStore, 'rotate' | 'renew' | 'endFamily' | 'endAccessToken'> {
  const rotate = writeInGroups(postgres, ROTATE, 'accessTokenId');
  return {
    rotate: ({ accessToken, ...rotation }) => rotate(Object.assign(accessTokenValues(accessToken), rotation)),
    renew: async ({ accessToken, ...renewal }) =>
      (await postgres.write(RENEW, Object.assign(accessTokenValues(accessToken), renewal))).count === 1,
    endAccessToken: async (id, now) => {
      await postgres.write(END_ACCESS_TOKEN, { id, now });
    },
    endFamily: async (grantId, now, because) => {
      await postgres.write(END_FAMILY, { grantId, now, because });
    },
  };
}
