// Authorization codes on SQLite: the first half of a grant's row.
import type { CodeStore } from '../../core/tokens/code-store.ts';
import {
  accessTokenValues,
  type GrantInContextRow,
  type GrantRow,
  grantInContextOf,
  grantRow,
  INSERT_ACCESS_TOKEN,
  jsonOrNull,
  SELECT_GRANT_IN_CONTEXT,
} from './grant-row.ts';
import { prepareRowReader } from './read-row.ts';
import type { Sqlite } from './sqlite.ts';

// THE SINGLE USE OF A STAMP: the row count says who spent it.
const ISSUE = `
  insert into grants (
    id, code_hash, api_key, application_id, account_id, connection_generation, session_id,
    sign_in_epoch, grant_epoch, stamp_hash, family_seed, family_seed_from, redirect_uri,
    code_challenge, nonce, requested_scope, items, openid, authenticated_at, created_at, code_expires_at, code_used_at,
    ended_at, refresh_generation, refresh_expires_at, family_expires_at, recent_rotations,
    last_access_token_id, last_access_token_expires_at, last_answer_scope)
  values (
    $id, $code_hash, $api_key, $application_id, $account_id, $connection_generation, $session_id,
    $sign_in_epoch, $grant_epoch, $stamp_hash, $family_seed, $family_seed_from, $redirect_uri,
    $code_challenge, $nonce, $requested_scope, $items, $openid, $authenticated_at, $created_at, $code_expires_at, $code_used_at,
    $ended_at, $refresh_generation, $refresh_expires_at, $family_expires_at, $recent_rotations,
    $last_access_token_id, $last_access_token_expires_at, $last_answer_scope)
  on conflict (stamp_hash) where stamp_hash is not null do nothing`;

// THE SINGLE USE OF A CODE: the row count says who spent it.
const REDEEM = `
  update grants set
    code_used_at = ?, refresh_generation = 1, refresh_expires_at = ?, family_expires_at = ?,
    last_access_token_id = ?, last_access_token_expires_at = ?, last_answer_scope = ?
  where id = ? and code_used_at is null and ended_at is null`;

const TELL_OF_SESSION_END = `
  insert into session_clients (session_id, api_key, sid, sub, created_at) values (?, ?, ?, ?, ?) on conflict do nothing`;

export function createCodeStore({ writer, reader }: Sqlite): CodeStore {
  const issue = writer.connection.prepare<[GrantRow]>(ISSUE);
  const redeem = writer.connection.prepare(REDEEM);
  const insertAccessToken = writer.connection.prepare(INSERT_ACCESS_TOKEN);
  const tellOfSessionEnd = writer.connection.prepare(TELL_OF_SESSION_END);
  const findByHash = prepareRowReader(
    reader.connection.prepare<[Buffer], GrantInContextRow>(`${SELECT_GRANT_IN_CONTEXT} where g.code_hash = ?`),
  );

  return {
    issue: (grant) => writer.write(() => (issue.run(grantRow(grant)).changes === 1 ? 'issued' : 'stamp-spent')),
    findByHash: (codeHash) =>
      reader.read(() => {
        const row = findByHash(codeHash);
        return row && grantInContextOf(row);
      }),
    redeem: ({ grantId, accessToken, refreshExpiresAt, familyExpiresAt, answerScope, tellOfSessionEnd: told, now }) =>
      writer.write(() => {
        const answer = [accessToken.id, accessToken.expiresAt, jsonOrNull(answerScope)];
        const { changes } = redeem.run(now, refreshExpiresAt, familyExpiresAt, ...answer, grantId);
        if (changes === 0) return false;
        insertAccessToken.run(...accessTokenValues(accessToken));
        if (told) tellOfSessionEnd.run(told.sessionId, told.apiKey, told.sid, told.sub, now);
        return true;
      }),
  };
}
