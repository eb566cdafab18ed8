// How a grant is read with its user and connection; shared by codes and tokens.
import type { AccessToken, Grant, GrantInContext } from '../../core/tokens/grant.ts';

/** To be followed by a `where` on `g`. */
export const SELECT_GRANT_IN_CONTEXT = `
  select g.*,
    exists (select 1 from accounts a where a.id = g.account_id and a.disabled_at is null) as account_active,
    exists (select 1 from connections c join applications p on p.id = c.application_id
            where c.application_id = g.application_id and c.account_id = g.account_id
              and c.ended_at is null and c.generation = g.connection_generation) as connection_live
  from grants g`;

export type GrantRecord = Omit<Grant, 'lastAnswer'> & {
  lastAccessTokenId: string | undefined;
  lastAccessTokenExpiresAt: number | undefined;
  lastAnswerScope: readonly string[] | undefined;
};
export type GrantInContextRecord = GrantRecord & Omit<GrantInContext, 'grant'>;

export function grantInContextOf(record: GrantInContextRecord): GrantInContext {
  const {
    accountActive,
    connectionLive,
    lastAccessTokenId: accessTokenId,
    lastAccessTokenExpiresAt: accessTokenExpiresAt,
    lastAnswerScope: scope,
    ...grant
  } = record;
  const lastAnswer =
    accessTokenId === undefined || accessTokenExpiresAt === undefined
      ? undefined
      : { accessTokenId, accessTokenExpiresAt, scope };
  return { grant: { ...grant, lastAnswer }, accountActive, connectionLive };
}

/**
 * Inserts the access token of a grant that was changed by a statement before, named `spent`: its row count says whether
 * the caller was the one who changed it.
 */
export const INSERT_ACCESS_TOKEN_OF_SPENT = `
  insert into access_tokens (id, token_hash, grant_id, items, created_at, expires_at)
  select $accessTokenId, $tokenHash::bytea, spent.id, $items::json, $createdAt::bigint, $accessTokenExpiresAt
  from spent`;

export const accessTokenValues = ({ id, tokenHash, items, createdAt, expiresAt }: AccessToken) => ({
  accessTokenId: id,
  tokenHash,
  items,
  createdAt,
  accessTokenExpiresAt: expiresAt,
});
