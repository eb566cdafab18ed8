// How a grant stands in its row, and how it is read with its user and connection; shared by codes and tokens.
import type { AccessToken, Grant, GrantInContext, Subject } from '../../core/tokens/grant.ts';

export type GrantRow = {
  id: string;
  code_hash: Buffer;
  api_key: string;
  application_id: string;
  account_id: string;
  connection_generation: number;
  session_id: string;
  sign_in_epoch: number;
  grant_epoch: number;
  stamp_hash: Buffer | null;
  family_seed: Buffer | null;
  family_seed_from: number;
  redirect_uri: string;
  code_challenge: string | null;
  nonce: string | null;
  requested_scope: string | null;
  items: string;
  openid: string | null;
  authenticated_at: number;
  created_at: number;
  code_expires_at: number;
  code_used_at: number | null;
  ended_at: number | null;
  refresh_generation: number;
  refresh_expires_at: number | null;
  family_expires_at: number | null;
  recent_rotations: string;
  last_access_token_id: string | null;
  last_access_token_expires_at: number | null;
  last_answer_scope: string | null;
};

export type GrantInContextRow = GrantRow & {
  account_active: number;
  sign_in_stands: number;
  connection_live: number;
  session_ended: number;
  sub: string | null;
  answers: string | null;
  email: string | null;
  email_verified: number | null;
  username: string | null;
  profile: string | null;
  updated_at: number | null;
};

/** To be followed by a `where` on `g`. */
export const SELECT_GRANT_IN_CONTEXT = `
  select g.*,
    u.disabled_at is null and u.grant_epoch is g.grant_epoch as account_active,
    u.sign_in_epoch is g.sign_in_epoch as sign_in_stands,
    a.id is not null and c.ended_at is null and c.generation is g.connection_generation as connection_live,
    e.id is not null as session_ended,
    c.sub, c.answers, u.email, u.email_verified, u.username, u.profile, u.updated_at
  from grants g
  left join accounts u on u.id = g.account_id
  left join applications a on a.id = g.application_id
  left join connections c on c.application_id = g.application_id and c.account_id = g.account_id
  left join ended_sessions e on e.id = g.session_id`;

/** `AccessToken` in the order of `id, token_hash, grant_id, items, scope, created_at, expires_at`. */
export const INSERT_ACCESS_TOKEN = `
  insert into access_tokens (id, token_hash, grant_id, items, scope, created_at, expires_at)
  values (?, ?, ?, ?, ?, ?, ?)`;

type AccessTokenValues = [string, Buffer, string, string, string | null, number, number];

export const accessTokenValues = (token: AccessToken): AccessTokenValues => [
  token.id,
  token.tokenHash,
  token.grantId,
  JSON.stringify(token.items),
  jsonOrNull(token.scope),
  token.createdAt,
  token.expiresAt,
];

/** A list that may be absent. */
export const jsonOrNull = (list: readonly string[] | undefined): string | null => (list ? JSON.stringify(list) : null);

export const listOrUndefined = (json: string | null): readonly string[] | undefined =>
  json === null ? undefined : JSON.parse(json);

export const grantInContextOf = (row: GrantInContextRow): GrantInContext => ({
  grant: grantOf(row),
  accountActive: row.account_active === 1,
  signInStands: row.sign_in_stands === 1,
  connectionLive: row.connection_live === 1,
  sessionEnded: row.session_ended === 1,
  subject: subjectOf(row),
});

/** Read for ID tokens only. */
function subjectOf(row: GrantInContextRow): Subject | undefined {
  const { openid, sub, answers, email, profile } = row;
  if (openid === null || sub === null || answers === null || email === null || profile === null) return undefined;
  return {
    sub,
    answers: JSON.parse(answers),
    email,
    emailVerified: row.email_verified === 1,
    username: row.username ?? undefined,
    profile: JSON.parse(profile),
    updatedAt: row.updated_at ?? 0,
  };
}

const grantOf = (row: GrantRow): Grant => ({
  id: row.id,
  codeHash: row.code_hash,
  apiKey: row.api_key,
  applicationId: row.application_id,
  accountId: row.account_id,
  connectionGeneration: row.connection_generation,
  sessionId: row.session_id,
  signInEpoch: row.sign_in_epoch,
  grantEpoch: row.grant_epoch,
  stampHash: row.stamp_hash ?? undefined,
  familySeed: row.family_seed ?? undefined,
  familySeedFrom: row.family_seed_from,
  redirectUri: row.redirect_uri,
  codeChallenge: row.code_challenge ?? undefined,
  nonce: row.nonce ?? undefined,
  requestedScope: listOrUndefined(row.requested_scope),
  items: JSON.parse(row.items),
  openid: row.openid === null ? undefined : JSON.parse(row.openid),
  authenticatedAt: row.authenticated_at,
  createdAt: row.created_at,
  codeExpiresAt: row.code_expires_at,
  codeUsedAt: row.code_used_at ?? undefined,
  endedAt: row.ended_at ?? undefined,
  refreshGeneration: row.refresh_generation,
  refreshExpiresAt: row.refresh_expires_at ?? undefined,
  familyExpiresAt: row.family_expires_at ?? undefined,
  recentRotations: JSON.parse(row.recent_rotations),
  lastAnswer: lastAnswerOf(row),
});

const lastAnswerOf = (row: GrantRow): Grant['lastAnswer'] =>
  row.last_access_token_id === null || row.last_access_token_expires_at === null
    ? undefined
    : {
        accessTokenId: row.last_access_token_id,
        accessTokenExpiresAt: row.last_access_token_expires_at,
        scope: listOrUndefined(row.last_answer_scope),
      };

export const grantRow = (grant: Grant): GrantRow => ({
  id: grant.id,
  code_hash: grant.codeHash,
  api_key: grant.apiKey,
  application_id: grant.applicationId,
  account_id: grant.accountId,
  connection_generation: grant.connectionGeneration,
  session_id: grant.sessionId,
  sign_in_epoch: grant.signInEpoch,
  grant_epoch: grant.grantEpoch,
  stamp_hash: grant.stampHash ?? null,
  family_seed: grant.familySeed ?? null,
  family_seed_from: grant.familySeedFrom,
  redirect_uri: grant.redirectUri,
  code_challenge: grant.codeChallenge ?? null,
  nonce: grant.nonce ?? null,
  requested_scope: jsonOrNull(grant.requestedScope),
  items: JSON.stringify(grant.items),
  openid: grant.openid ? JSON.stringify(grant.openid) : null,
  authenticated_at: grant.authenticatedAt,
  created_at: grant.createdAt,
  code_expires_at: grant.codeExpiresAt,
  code_used_at: grant.codeUsedAt ?? null,
  ended_at: grant.endedAt ?? null,
  refresh_generation: grant.refreshGeneration,
  refresh_expires_at: grant.refreshExpiresAt ?? null,
  family_expires_at: grant.familyExpiresAt ?? null,
  recent_rotations: JSON.stringify(grant.recentRotations),
  last_access_token_id: grant.lastAnswer?.accessTokenId ?? null,
  last_access_token_expires_at: grant.lastAnswer?.accessTokenExpiresAt ?? null,
  last_answer_scope: jsonOrNull(grant.lastAnswer?.scope),
});
