// All that decides what an access token opens, in one statement: joins by primary keys only. Left joins, because what
// a token belonged to may be gone (grants and tokens have no foreign keys). Of the application its version is enough
// (`known-applications.ts`).
import type { Application } from '../../core/applications/application.ts';
import type { AccessTokenInContext } from '../../core/tokens/token-store.ts';
import { listOrUndefined } from './grant-row.ts';

export type AccessTokenRow = {
  token_hash: Buffer;
  grant_id: string;
  items: string;
  scope: string | null;
  requested_scope: string | null;
  created_at: number;
  expires_at: number;
  grant_ended: number;
  api_key: string;
  application_id: string;
  application_version: number | null;
  connection_live: number | null;
  last_used_at: number | null;
  sub: string | null;
  answers: string | null;
  account_id: string;
  account_active: number;
  email: string | null;
  email_verified: number | null;
  username: string | null;
  profile: string | null;
  updated_at: number | null;
};

export const SELECT_ACCESS_TOKEN = `
  select t.token_hash, t.grant_id, t.items, t.scope, g.requested_scope, t.created_at, t.expires_at,
    g.ended_at is not null as grant_ended, g.api_key,
    g.application_id, a.version as application_version,
    a.id is not null and c.ended_at is null and c.generation = g.connection_generation as connection_live, c.last_used_at, c.sub, c.answers,
    g.account_id, u.disabled_at is null and u.grant_epoch is g.grant_epoch as account_active,
    u.email, u.email_verified, u.username, u.profile, u.updated_at
  from access_tokens t
  join grants g on g.id = t.grant_id
  left join applications a on a.id = g.application_id
  left join connections c on c.application_id = g.application_id and c.account_id = g.account_id
  left join accounts u on u.id = g.account_id
  where t.id = ?`;

export const accessTokenInContextOf = (
  row: AccessTokenRow,
  application: Application | undefined,
): AccessTokenInContext => ({
  tokenHash: row.token_hash,
  grantId: row.grant_id,
  items: JSON.parse(row.items),
  scope: listOrUndefined(row.scope),
  requestedScope: listOrUndefined(row.requested_scope),
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  grantEnded: row.grant_ended === 1,
  apiKey: row.api_key,
  applicationId: row.application_id,
  application,
  connectionLive: row.connection_live === 1,
  connectionLastUsedAt: row.last_used_at ?? undefined,
  sub: row.sub ?? '',
  answers: JSON.parse(row.answers ?? '{}'),
  accountId: row.account_id,
  accountActive: row.account_active === 1,
  email: row.email ?? '',
  emailVerified: row.email_verified === 1,
  username: row.username ?? undefined,
  profile: JSON.parse(row.profile ?? '{}'),
  accountUpdatedAt: row.updated_at ?? 0,
});
