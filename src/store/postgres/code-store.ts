// Told twice: PostgreSQL joins what is asked and stored in one turn into one statement; SQLite commits it as a group.
// Authorization codes on PostgreSQL: the first half of a grant's row.
import type { CodeStore } from '../../core/grants/tokens/code-store.ts';
import type { Grant } from '../../core/grants/tokens/grant.ts';
import {
  accessTokenValues,
  type GrantInContextRecord,
  grantInContextOf,
  selectGrantsInContext,
  spendGrants,
} from './grant-record.ts';
import { findInGroups, writeInGroups } from './groups.ts';
import type { Postgres } from './postgres.ts';
import { statement } from './statement.ts';

// ENFORCES THE SINGLE USE OF A STAMP: of several concurrent inserts, all but one wait for the row and then find the
// stamp there.
const ISSUE = statement(`
  insert into grants (
    id, code_hash, api_key, application_id, account_id, connection_generation, session_id,
    sign_in_epoch, grant_epoch, stamp_hash, family_seed, family_seed_from, redirect_uri,
    code_challenge, dpop_jkt, keeps_refresh_token, nonce, requested_scope, items, api_access, openid, authenticated_at, created_at, code_expires_at, code_used_at,
    ended_at, refresh_generation, refresh_expires_at, family_expires_at, recent_rotations,
    last_access_token_id, last_access_token_expires_at, last_answer_scope)
  select * from unnest(
    $id::text[], $codeHash::bytea[], $apiKey::text[], $applicationId::text[], $accountId::text[],
    $connectionGeneration::integer[], $sessionId::text[],
    $signInEpoch::integer[], $grantEpoch::integer[], $stampHash::bytea[], $familySeed::bytea[],
    $familySeedFrom::integer[], $redirectUri::text[],
    $codeChallenge::text[], $dpopJkt::text[], $keepsRefreshToken::boolean[], $nonce::json[], $requestedScope::json[], $items::json[], $apiAccess::json[], $openid::json[], $authenticatedAt::bigint[],
    $createdAt::bigint[], $codeExpiresAt::bigint[], $codeUsedAt::bigint[],
    $endedAt::bigint[], $refreshGeneration::integer[], $refreshExpiresAt::bigint[], $familyExpiresAt::bigint[],
    $recentRotations::json[],
    $lastAccessTokenId::text[], $lastAccessTokenExpiresAt::bigint[], $lastAnswerScope::json[])
  on conflict (stamp_hash) where stamp_hash is not null do nothing
  returning id as key`);

const FIND_BY_HASH = statement(selectGrantsInContext('code_hash'));

// ENFORCES THE SINGLE USE OF A CODE: of several concurrent updates, all but one wait for the row and then find the code
// used.
const REDEEM = statement(
  spendGrants(
    {
      set: `code_used_at = r.now, refresh_generation = 1, refresh_expires_at = r."refreshExpiresAt",
        family_expires_at = r."familyExpiresAt", dpop_jkt = r."tokenJkt"`,
      where: 'g.code_used_at is null',
      also: `insert into session_clients (session_id, api_key, sid, sub, created_at)
        select "toldSessionId", "toldApiKey", "toldSid", "toldSub", now from spent where "toldSid" is not null
        on conflict do nothing`,
    },
    {
      ...{ refreshExpiresAt: 'bigint', familyExpiresAt: 'bigint', now: 'bigint' },
      ...{ toldSessionId: 'text', toldApiKey: 'text', toldSid: 'text', toldSub: 'text' },
    },
  ),
);

const UNDER = statement('select 1 from grants where stamp_hash = $stampHash');

export function createCodeStore(postgres: Postgres): CodeStore {
  const issue = writeInGroups(postgres, ISSUE, 'id');
  const redeem = writeInGroups(postgres, REDEEM, 'accessTokenId');
  const findRecord = findInGroups<GrantInContextRecord>(postgres, FIND_BY_HASH);
  return {
    issue: async (grant) => ((await issue(valuesOf(grant))) ? 'issued' : 'stamp-spent'),
    existsUnder: async (stampHash) => (await postgres.read(UNDER, { stampHash })).length > 0,
    findByHash: async (codeHash) => {
      const record = await findRecord(codeHash);
      return record && grantInContextOf(record);
    },
    redeem: ({ accessToken, tellOfSessionEnd: client, ...redemption }) =>
      redeem({
        toldSessionId: client?.sessionId,
        toldApiKey: client?.apiKey,
        toldSid: client?.sid,
        toldSub: client?.sub,
        ...accessTokenValues(accessToken),
        ...redemption,
      }),
  };
}

const valuesOf = ({ lastAnswer, nonce, ...grant }: Grant) => ({
  // The column holds a JSON string, which may contain any character.
  nonce: nonce === undefined ? undefined : JSON.stringify(nonce),
  lastAccessTokenId: lastAnswer?.accessTokenId,
  lastAccessTokenExpiresAt: lastAnswer?.accessTokenExpiresAt,
  lastAnswerScope: lastAnswer?.scope,
  ...grant,
});
