// Many users in an SQLite file by SQL alone: each with a password (one hash for all), a session, a connection to one
// application, a grant with its refresh token, and live access tokens. What is random there is random here.
import { openFile } from '../helpers/open-file.ts';

export type Seed = { users: number; tokensEach: number; applicationId: string; apiKey: string; now: number };

const DAY = 86_400_000;

/** Ids of one table: the time in front, as UUIDv7 has it, then the number. */
const idOf = (table: number) => `printf('%012x7${table}%018x', $now - 1000, n)`;

export function seedUsers(path: string, { users, tokensEach, applicationId, apiKey, now }: Seed): void {
  const file = openFile(path);
  file.exec('pragma foreign_keys = on; pragma synchronous = off; begin');
  const numbers = (count: number) =>
    `with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < ${count} - 1)`;
  const values = { now, day: DAY, application: applicationId, key: apiKey };
  const run = (sql: string) => {
    const used = Object.entries(values).filter(([name]) => sql.includes(`$${name}`));
    file.prepare(sql).run(Object.fromEntries(used));
  };
  const hash = '(select password_hash from accounts where password_hash is not null limit 1)';
  run(`${numbers(users)} insert into accounts
    select ${idOf(1)}, 'user' || n || '@example.com', 'user' || n || '@example.com', 0, ${hash}, 'user',
      json_object('nickname', 'User ' || n, 'locale', 'ko-KR'), null, $now, $now from numbers`);
  run(`${numbers(users)} insert into sessions (
      id, handle_hash, account_id, persistent, authenticated_at, created_at, last_used_at, expires_at, user_agent, chosen_at)
    select ${idOf(2)}, randomblob(32), ${idOf(1)}, 1, $now, $now, $now, $now + 30 * $day,
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36', $now
    from numbers`);
  run(`${numbers(users)} insert into connections
    select $application, ${idOf(1)}, lower(hex(randomblob(16))), 1, '{"nickname":true,"email":true}', $now, $now, null
    from numbers`);
  run(`${numbers(users)} insert into grants (
      id, code_hash, api_key, application_id, account_id, connection_generation, session_id, redirect_uri,
      code_challenge, nonce, requested_scope, items, authenticated_at, created_at, code_expires_at, code_used_at, ended_at,
      refresh_generation, refresh_expires_at, family_expires_at, recent_rotations,
      last_access_token_id, last_access_token_expires_at, last_answer_scope)
    select ${idOf(3)}, randomblob(32), $key, $application, ${idOf(1)}, 1, ${idOf(2)}, 'http://localhost:3999/callback',
      null, lower(hex(randomblob(8))), null, '["nickname","email"]', $now, $now, $now + 60000, $now, null, 1,
      $now + 60 * $day, $now + 365 * $day, '[]', null, null, null from numbers`);
  run(`${numbers(users * tokensEach)} insert into access_tokens (id, token_hash, grant_id, items, created_at, expires_at)
    select ${idOf(4)}, randomblob(32), printf('%012x73%018x', $now - 1000, n / ${tokensEach}), '["nickname","email"]',
      $now, $now + $day from numbers`);
  file.exec('commit');
  file.close();
}
