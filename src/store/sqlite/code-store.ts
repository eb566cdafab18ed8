// Told twice: PostgreSQL joins what is asked and stored in one turn into one statement; SQLite commits it as a group.
// Authorization codes on SQLite: the first half of a grant's row.
import type { CodeStore } from '../../core/grants/tokens/code-store.ts';
import type { GrantInContext } from '../../core/grants/tokens/grant.ts';
import { GRANT_KINDS, INSERT_ACCESS_TOKEN, SET_LAST_ANSWER, selectGrantInContext } from './grant-columns.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

// ENFORCES THE SINGLE USE OF A STAMP: the row count says whether this grant spent it.
const ISSUE = `
  insert into grants (
    id, code_hash, api_key, application_id, account_id, connection_generation, session_id,
    sign_in_epoch, grant_epoch, stamp_hash, family_seed, family_seed_from, redirect_uri,
    code_challenge, dpop_jkt, keeps_refresh_token, nonce, requested_scope, items, api_access, openid, authenticated_at, created_at, code_expires_at, code_used_at,
    ended_at, refresh_generation, refresh_expires_at, family_expires_at, recent_rotations,
    last_access_token_id, last_access_token_expires_at, last_answer_scope)
  values (
    $id, $codeHash, $apiKey, $applicationId, $accountId, $connectionGeneration, $sessionId,
    $signInEpoch, $grantEpoch, $stampHash, $familySeed, $familySeedFrom, $redirectUri,
    $codeChallenge, $dpopJkt, $keepsRefreshToken, $nonce, $requestedScope, $items, $apiAccess, $openid, $authenticatedAt, $createdAt, $codeExpiresAt, $codeUsedAt,
    $endedAt, $refreshGeneration, $refreshExpiresAt, $familyExpiresAt, $recentRotations,
    $lastAnswer.accessTokenId, $lastAnswer.accessTokenExpiresAt, $lastAnswer.scope)
  on conflict (stamp_hash) where stamp_hash is not null do nothing`;

// ENFORCES THE SINGLE USE OF A CODE: the row count says whether this call spent it.
const REDEEM = `
  update grants set
    code_used_at = $now, refresh_generation = 1, refresh_expires_at = $refreshExpiresAt,
    family_expires_at = $familyExpiresAt, dpop_jkt = $accessToken.dpopJkt, ${SET_LAST_ANSWER}
  where id = $grantId and code_used_at is null and ended_at is null`;

const TELL_OF_SESSION_END = `
  insert into session_clients (session_id, api_key, sid, sub, created_at)
  values ($tellOfSessionEnd.sessionId, $tellOfSessionEnd.apiKey, $tellOfSessionEnd.sid, $tellOfSessionEnd.sub, $now)
  on conflict do nothing`;

export function createCodeStore({ writer, reader }: Sqlite): CodeStore {
  const issue = prepare(writer.connection, ISSUE);
  const redeem = prepare(writer.connection, REDEEM);
  const insertAccessToken = prepare(writer.connection, INSERT_ACCESS_TOKEN);
  const tellOfSessionEnd = prepare(writer.connection, TELL_OF_SESSION_END);
  const under = prepare(reader.connection, 'select 1 from grants where stamp_hash = $stampHash');
  const findByHash = prepare<GrantInContext>(
    reader.connection,
    selectGrantInContext('g.code_hash = $codeHash'),
    GRANT_KINDS,
  );

  return {
    issue: (grant) => writer.write(() => (issue.run(grant) === 1 ? 'issued' : 'stamp-spent')),
    existsUnder: (stampHash) => reader.read(() => under.get({ stampHash }) !== undefined),
    findByHash: (codeHash) => reader.read(() => findByHash.get({ codeHash })),
    redeem: (redemption) =>
      writer.write(() => {
        if (redeem.run(redemption) === 0) return false;
        insertAccessToken.run(redemption.accessToken);
        if (redemption.tellOfSessionEnd) tellOfSessionEnd.run(redemption);
        return true;
      }),
  };
}
