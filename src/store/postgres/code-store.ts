// Authorization codes on PostgreSQL: the first half of a grant's row.
import type { CodeStore } from '../../core/tokens/code-store.ts';
import type { Grant } from '../../core/tokens/grant.ts';
import {
  accessTokenValues,
  type GrantInContextRecord,
  grantInContextOf,
  INSERT_ACCESS_TOKEN_OF_SPENT,
  SELECT_GRANT_IN_CONTEXT,
} from './grant-record.ts';
import type { Postgres } from './postgres.ts';
import { statement } from './statement.ts';

const ISSUE = statement(`
  insert into grants (
    id, code_hash, api_key, application_id, account_id, connection_generation, session_id, redirect_uri,
    code_challenge, nonce, requested_scope, items, authenticated_at, created_at, code_expires_at, code_used_at,
    ended_at, refresh_generation, refresh_expires_at, family_expires_at, recent_rotations,
    last_access_token_id, last_access_token_expires_at, last_answer_scope)
  values (
    $id, $codeHash, $apiKey, $applicationId, $accountId, $connectionGeneration, $sessionId, $redirectUri,
    $codeChallenge, $nonce, $requestedScope, $items, $authenticatedAt, $createdAt, $codeExpiresAt, $codeUsedAt,
    $endedAt, $refreshGeneration, $refreshExpiresAt, $familyExpiresAt, $recentRotations,
    $lastAccessTokenId, $lastAccessTokenExpiresAt, $lastAnswerScope)`);

const FIND_BY_HASH = statement(`${SELECT_GRANT_IN_CONTEXT} where g.code_hash = $codeHash`);

// THE SINGLE USE OF A CODE: of several at once, all but one wait for the row and then find it used.
const REDEEM = statement(`
  with spent as (
    update grants set
      code_used_at = $now, refresh_generation = 1, refresh_expires_at = $refreshExpiresAt,
      family_expires_at = $familyExpiresAt, last_access_token_id = $accessTokenId,
      last_access_token_expires_at = $accessTokenExpiresAt, last_answer_scope = $answerScope
    where id = $grantId and code_used_at is null and ended_at is null
    returning id
  ) ${INSERT_ACCESS_TOKEN_OF_SPENT}`);

export const createCodeStore = ({ read, write }: Postgres): CodeStore => ({
  issue: async (grant) => {
    await write(ISSUE, valuesOf(grant));
  },
  findByHash: async (codeHash) => {
    const [record] = await read<GrantInContextRecord>(FIND_BY_HASH, { codeHash });
    return record && grantInContextOf(record);
  },
  redeem: async ({ accessToken, ...redemption }) =>
    (await write(REDEEM, { ...redemption, ...accessTokenValues(accessToken) })).count === 1,
});

const valuesOf = ({ lastAnswer, nonce, ...grant }: Grant) => ({
  ...grant,
  // The column holds a JSON string, which may contain any character.
  nonce: nonce === undefined ? undefined : JSON.stringify(nonce),
  lastAccessTokenId: lastAnswer?.accessTokenId,
  lastAccessTokenExpiresAt: lastAnswer?.accessTokenExpiresAt,
  lastAnswerScope: lastAnswer?.scope,
});
