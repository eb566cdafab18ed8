// Many users in an SQLite file by SQL alone: each with a password (one hash for all), a session, a connection to one
// application, a grant with its refresh token, and live access tokens. Every row is as a sign-in with `openid` leaves
// it. Whoever drives a load can be any of them: their sessions, first access tokens and refresh tokens can be named.
import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync } from 'node:fs';
import type { Database as Connection } from 'better-sqlite3';
import { makeTokenPair } from '../../src/core/grants/tokens/token-format.ts';
import { createServerSecrets } from '../../src/core/ground/secrets.ts';
import { openFile } from '../helpers/open-file.ts';

export type Seed = {
  users: number;
  tokensEach: number;
  applicationId: string;
  apiKey: string;
  now: number;
  /** When sessions and connections were last used; default `now`. Five minutes later a use is a write. */
  usedAt?: number;
};

const DAY = 86_400_000;
const TABLES = { accounts: 1, sessions: 2, grants: 3, tokens: 4 } as const;
type Table = keyof typeof TABLES;

/** Ids of one table: the time in front, as UUIDv7 has it, then the number. In SQL, of the number `n`. */
const idIn = (table: Table, n = 'n') => `($time || '7${TABLES[table]}' || printf('%018x', ${n}))`;
const timeOf = (now: number) => (now - 1000).toString(16).padStart(12, '0');
const idOf = (table: Table, now: number, n: number) =>
  `${timeOf(now)}7${TABLES[table]}${n.toString(16).padStart(18, '0')}`;

const sha256 = (text: string) => createHash('sha256').update(text).digest();

const seedOf = (n: number) => sha256(`family ${n}`);

/** What the browser of user `n` holds. */
export const seededHandle = (n: number): string => sha256(`handle ${n}`).toString('base64url');

/** The first access token of user `n`. */
export function seededAccessToken({ now, tokensEach }: Pick<Seed, 'now' | 'tokensEach'>, n: number): string {
  const id = Buffer.from(idOf('tokens', now, n * tokensEach), 'hex');
  return `lk_at_${Buffer.concat([id, sha256(`token ${n}`)]).toString('base64url')}`;
}

/** Names the refresh token of user `n`, which was never used. @param secret the server's */
export function seededRefreshTokens({ now }: Pick<Seed, 'now'>, secret: Uint8Array): (n: number) => string {
  const secrets = createServerSecrets(secret);
  const family = (n: number) => ({ id: idOf('grants', now, n), familySeed: seedOf(n), familySeedFrom: 0 });
  return (n) => makeTokenPair(secrets, { family: family(n), generation: 1, accessTokenId: '' }).refreshToken;
}

/** The file must be no other process's meanwhile. What goes wrong on the way leaves it damaged. */
export function seedUsers(path: string, seed: Seed): void {
  const file = openFile(path);
  // Nothing of this is to outlive a crash: no journal, no wait for the disk, and all indexes in memory.
  file.exec(`pragma journal_mode = delete; pragma journal_mode = off; pragma synchronous = off;
    pragma locking_mode = exclusive; pragma cache_size = -1000000; pragma foreign_keys = off`);
  file.exec('begin');
  insertUsers(file, seed);
  insertTokens(file, seed);
  file.exec('commit');
  file.exec('pragma locking_mode = normal; pragma journal_mode = wal');
  file.close();
  writeToDisk(path);
}

/** So that nothing of it is written while something else is measured. */
function writeToDisk(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

const numbers = (count: number) =>
  `with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < ${count} - 1)`;

function run(file: Connection, seed: Seed, sql: string): void {
  const { now, usedAt = now, applicationId, apiKey } = seed;
  const agreed = { agreed: true, answeredAt: now };
  const values = {
    ...{ now, used: usedAt, day: DAY, time: timeOf(now), application: applicationId, key: apiKey },
    answers: JSON.stringify({ nickname: agreed, email: agreed }),
  };
  const used = Object.entries(values).filter(([name]) => sql.includes(`$${name}`));
  file.prepare(sql).run(Object.fromEntries(used));
}

function insertUsers(file: Connection, seed: Seed): void {
  const all = numbers(seed.users);
  file.function('handle_hash', { deterministic: true }, (n) => sha256(seededHandle(Number(n))));
  file.function('family_seed', { deterministic: true }, (n) => seedOf(Number(n)));
  const hash = '(select password_hash from accounts where password_hash is not null limit 1)';
  const name = `'user' || n || '@example.com'`;
  run(
    file,
    seed,
    `${all} insert into accounts (
      id, email, email_key, email_verified, password_hash, role, profile, disabled_at, created_at, updated_at)
    select ${idIn('accounts')}, ${name}, ${name}, 0, ${hash}, 'user',
      '{"nickname":"User ' || n || '","locale":"ko-KR"}', null, $now, $now from numbers`,
  );
  run(
    file,
    seed,
    `${all} insert into sessions (
      id, handle_hash, account_id, persistent, authenticated_at, created_at, last_used_at, expires_at, user_agent, chosen_at)
    select ${idIn('sessions')}, handle_hash(n), ${idIn('accounts')}, 1, $now, $now, $used, $now + 30 * $day,
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36', $now
    from numbers`,
  );
  run(
    file,
    seed,
    `${all} insert into connections (
      application_id, account_id, sub, generation, answers, created_at, last_used_at, ended_at)
    select $application, ${idIn('accounts')}, lower(hex(randomblob(16))), 1, $answers, $now, $used, null from numbers`,
  );
  run(
    file,
    seed,
    `${all} insert into grants (
      id, code_hash, api_key, application_id, account_id, connection_generation, session_id, family_seed, redirect_uri,
      code_challenge, nonce, requested_scope, items, openid, authenticated_at, created_at, code_expires_at, code_used_at,
      ended_at, refresh_generation, refresh_expires_at, family_expires_at, recent_rotations,
      last_access_token_id, last_access_token_expires_at, last_answer_scope)
    select ${idIn('grants')}, randomblob(32), $key, $application, ${idIn('accounts')}, 1, ${idIn('sessions')}, family_seed(n),
      'http://localhost:3999/callback', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', lower(hex(randomblob(8))),
      '["openid","nickname","email"]', '["nickname","email"]',
      '{"sid":"' || substr(hex(randomblob(11)), 1, 22) || '","amr":["pwd"],"claims":[]}',
      $now, $now, $now + 60000, $now, null, 1, $now + 60 * $day, $now + 365 * $day, '[]',
      ${idIn('tokens', `(n + 1) * ${seed.tokensEach} - 1`)}, $now + $day, '["openid","nickname","email"]'
    from numbers`,
  );
}

function insertTokens(file: Connection, seed: Seed): void {
  const { users, tokensEach } = seed;
  file.function('token_hash', { deterministic: true }, (n) => sha256(seededAccessToken(seed, Number(n))));
  const hash = `iif(n % ${tokensEach} = 0, token_hash(n / ${tokensEach}), randomblob(32))`;
  run(
    file,
    seed,
    `${numbers(users * tokensEach)} insert into access_tokens (id, token_hash, grant_id, items, created_at, expires_at)
    select ${idIn('tokens')}, ${hash}, ${idIn('grants', `n / ${tokensEach}`)}, '["nickname","email"]', $now, $now + $day
    from numbers`,
  );
}
