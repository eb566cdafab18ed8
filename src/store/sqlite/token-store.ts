// Told twice: PostgreSQL joins what is asked and stored in one turn into one statement; SQLite commits it as a group.
// Refresh and access tokens on SQLite. `findAccessToken` is the statement the server runs most.
import type { GrantInContext } from '../../core/grants/tokens/grant.ts';
import type { AccessTokenInContext, TokenStore } from '../../core/grants/tokens/token-store.ts';
import type { ApplicationVersion } from '../application-cache.ts';
import { GROUPS_ON_SQLITE } from '../group-columns.ts';
import { revokeOnSqlite } from '../revoked-token.ts';
import type { FindAt } from './application-store.ts';
import { GRANT_KINDS, INSERT_ACCESS_TOKEN, SET_LAST_ANSWER, selectGrantInContext } from './grant-columns.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

// ENFORCES THE SINGLE USE OF A REFRESH TOKEN: the row count says whether this call rotated it.
const ROTATE = `
  update grants set
    refresh_generation = refresh_generation + 1, refresh_expires_at = $refreshExpiresAt,
    recent_rotations = $recentRotations, family_seed = $familySeed, family_seed_from = $familySeedFrom,
    dpop_jkt = coalesce(dpop_jkt, $accessToken.dpopJkt),
    ${SET_LAST_ANSWER}
  where id = $grantId and refresh_generation = $fromGeneration and code_used_at is not null and ended_at is null`;

const RENEW = `
  update grants set refresh_expires_at = $refreshExpiresAt, ${SET_LAST_ANSWER}
  where id = $grantId and keeps_refresh_token and code_used_at is not null and ended_at is null`;

// Everything that decides what an access token gives access to, in one statement with joins by primary keys only. Left
// joins, because the application, connection or account may be gone (grants and tokens have no foreign keys). The
// application's version is enough (`application-cache.ts`).
const FIND_ACCESS_TOKEN = `
  select t.token_hash, t.grant_id, t.items, t.scope, g.requested_scope, t.created_at, t.expires_at, t.dpop_jkt,
    g.ended_at is not null as grant_ended, g.api_key,
    g.application_id, a.id as "application.id", a.version as "application.version",
    a.id is not null and c.ended_at is null and c.epoch = a.connection_epoch
      and c.generation = g.connection_generation as connection_live, g.connection_generation,
    c.last_used_at as connection_last_used_at, coalesce(c.sub, '') as sub, coalesce(c.answers, '{}') as answers,
    g.account_id, u.disabled_at is null and u.grant_epoch is g.grant_epoch as account_active,
    coalesce(u.email, '') as email, u.email_verified, u.username, coalesce(u.profile, '{}') as profile,
    coalesce(u.updated_at, 0) as account_updated_at,
    ${GROUPS_ON_SQLITE.mayBeRead('g.account_id')} as admitted, ${GROUPS_ON_SQLITE.received('g.account_id', 't.items')} as groups
  from access_tokens t
  join grants g on g.id = t.grant_id
  left join applications a on a.id = g.application_id
  left join connections c on c.application_id = g.application_id and c.account_id = g.account_id
  left join accounts u on u.id = g.account_id
  where t.id = $id`;
const ACCESS_TOKEN_KINDS = {
  grant_ended: 'boolean',
  connection_live: 'boolean',
  account_active: 'boolean',
  admitted: 'boolean',
  groups: 'json',
} as const;

const [RECORD_REVOCATION, END_ACCESS_TOKEN] = revokeOnSqlite('access_tokens');

type FoundToken = Omit<AccessTokenInContext, 'application'> & { application: ApplicationVersion | undefined };

export function createTokenStore({ writer, reader }: Sqlite, findAt: FindAt): TokenStore {
  const findGrant = prepare<GrantInContext>(reader.connection, selectGrantInContext('g.id = $grantId'), GRANT_KINDS);
  const findAccessToken = prepare<FoundToken>(reader.connection, FIND_ACCESS_TOKEN, ACCESS_TOKEN_KINDS);
  const rotate = prepare(writer.connection, ROTATE);
  const renew = prepare(writer.connection, RENEW);
  const insertAccessToken = prepare(writer.connection, INSERT_ACCESS_TOKEN);
  const recordRevocation = prepare(writer.connection, RECORD_REVOCATION);
  const endAccessToken = prepare(writer.connection, END_ACCESS_TOKEN);
  const endFamily = prepare(
    writer.connection,
    'update grants set ended_at = $now, end_reason = $because where id = $grantId and ended_at is null',
  );

  return {
    findGrant: (grantId) => reader.read(() => findGrant.get({ grantId })),
    rotate: (rotation) =>
      writer.write(() => {
        if (rotate.run(rotation) === 0) return false;
        insertAccessToken.run(rotation.accessToken);
        return true;
      }),
    renew: (renewal) =>
      writer.write(() => {
        if (renew.run(renewal) === 0) return false;
        insertAccessToken.run(renewal.accessToken);
        return true;
      }),
    endFamily: async (grantId, now, because) => {
      await writer.write(() => endFamily.run({ grantId, now, because }));
    },
    endAccessToken: async (id, now) => {
      await writer.write(() => {
        recordRevocation.run({ id, now });
        endAccessToken.run({ id });
      });
    },
    findAccessToken: (id) =>
      reader.read(() => {
        const token = findAccessToken.get({ id });
        return token && Object.assign(token, { application: findAt(token.application) });
      }),
  };
}
