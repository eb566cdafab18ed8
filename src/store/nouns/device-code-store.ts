// Codes of devices without a browser. On PostgreSQL whoever confirms or denies holds the account and the session
// (`requireProof`), and then the code; whoever redeems holds the grant alone.
import type { DeviceCode } from '../../core/grants/device-codes/device-code.ts';
import type { DeviceCodeStore } from '../../core/grants/device-codes/device-code-store.ts';
import { type Base, count, Undone } from '../intent.ts';
import { ListOf, statement, table } from '../statement.ts';
import { changeWithProof, requireProof } from './session-proof.ts';

export const DEVICE_CODES = table('device_codes', 'id', {
  text: 'id api_key application_id answer grant_id',
  bytes: 'code_hash user_code_hash',
  json: 'requested_scope',
  boolean: 'slowed',
  integer: 'created_at expires_at poll_interval next_poll_at',
});

/** The application is ON and signs in devices. */
const SIGNS_IN_DEVICES = "a.login_activation and a.grant_types::text like '%:grant-type:device_code\"%'";

const APPLICATION_LIVES = `exists (
  select 1 from applications a where a.id = device_codes.application_id and ${SIGNS_IN_DEVICES})`;

const ISSUE = statement(`
  insert into device_codes (id, code_hash, user_code_hash, api_key, application_id, requested_scope, created_at,
    expires_at, poll_interval, next_poll_at)
  select $id::text, $codeHash::bytea, $userCodeHash::bytea, $apiKey::text, a.id, $requestedScope::json,
    $createdAt::bigint, $expiresAt::bigint, $pollInterval::integer, $nextPollAt::bigint
  from applications a where a.id = $applicationId and ${SIGNS_IN_DEVICES}
  on conflict (user_code_hash) do nothing`);
const IS_TAKEN = statement('select 1 from device_codes where user_code_hash = $userCodeHash');

const FIND_BY_HASH = statement('select * from device_codes where code_hash = $codeHash');

const IS_AWAITED = 'answer is null and expires_at > $now';

const FIND_AWAITED = statement(`
  select id, api_key, requested_scope, expires_at from device_codes
  where user_code_hash = any($hashes::bytea[]) and ${IS_AWAITED}`);

// ENFORCES THE INTERVAL: of several polls from one state, one is in time.
const NOTE_POLL = statement(`
  update device_codes set poll_interval = $pollInterval, next_poll_at = $nextPollAt, slowed = $slowed
  where id = $id and next_poll_at = $seenNextPollAt and slowed = $seenSlowed and answer is null`);

// The grant is of an account and a connection that stand as they were read.
const INSERT_GRANT = statement(`
  insert into grants (id, code_hash, api_key, application_id, account_id, connection_generation, session_id,
    sign_in_epoch, grant_epoch, family_seed, family_seed_from, redirect_uri, requested_scope, items, openid,
    authenticated_at, created_at, code_expires_at, refresh_generation, recent_rotations)
  select $id::text, $codeHash::bytea, $apiKey::text, a.id, u.id, c.generation, $sessionId::text,
    u.sign_in_epoch, u.grant_epoch, $familySeed::bytea, $familySeedFrom::integer, $redirectUri::text,
    $requestedScope::json, $items::json, $openid::json, $authenticatedAt::bigint, $createdAt::bigint,
    $codeExpiresAt::bigint, 0, '[]'
  from connections c
  join applications a on a.id = c.application_id and c.epoch = a.connection_epoch
  join accounts u on u.id = c.account_id
  where c.application_id = $applicationId and c.account_id = $accountId and c.ended_at is null
    and c.generation = $connectionGeneration and u.grant_epoch = $grantEpoch and u.sign_in_epoch = $signInEpoch
    and u.disabled_at is null and u.leaving_since is null`);

// ENFORCES ONE ANSWER: the row count says whether it is this one.
const CONFIRM = statement(`
  update device_codes set answer = 'confirmed', grant_id = $grantId
  where id = $id and ${IS_AWAITED} and ${APPLICATION_LIVES}`);
const DENY = statement(`update device_codes set answer = 'denied' where id = $id and ${IS_AWAITED}`);

// ENFORCES THE SINGLE USE OF A CODE: the row count says whether this call spent it.
const REDEEM = statement(`
  update grants set
    code_used_at = $now, refresh_generation = 1, refresh_expires_at = $refreshExpiresAt,
    family_expires_at = $familyExpiresAt, dpop_jkt = $dpopJkt, last_access_token_id = $accessTokenId,
    last_access_token_expires_at = $expiresAt, last_answer_scope = $answerScope
  where id = $grantId and code_used_at is null and ended_at is null and code_expires_at > $now
    and exists (
      select 1 from accounts u
      join connections c on c.account_id = u.id
      join applications a on a.id = c.application_id and a.connection_epoch = c.epoch
      where u.id = grants.account_id and c.application_id = grants.application_id and u.disabled_at is null
        and u.grant_epoch = grants.grant_epoch and u.sign_in_epoch = grants.sign_in_epoch
        and c.ended_at is null and c.generation = grants.connection_generation and ${SIGNS_IN_DEVICES})
    and not exists (select 1 from ended_sessions e where e.id = grants.session_id)`);
const INSERT_ACCESS_TOKEN = statement(`
  insert into access_tokens (id, token_hash, grant_id, items, scope, created_at, expires_at, dpop_jkt)
  values ($accessTokenId, $tokenHash, $grantId, $items, $scope, $createdAt, $expiresAt, $dpopJkt)`);
const TELL_OF_SESSION_END = statement(`
  insert into session_clients (session_id, api_key, sid, sub, created_at)
  values ($sessionId, $apiKey, $sid, $sub, $now) on conflict do nothing`);

export const createDeviceCodeStore = (base: Base): DeviceCodeStore => ({
  issue: async (code) => {
    if ((await base.change(ISSUE, code)) === 1) return 'issued';
    return (await base.row(IS_TAKEN, code)) ? 'user-code-taken' : 'refused';
  },
  findByHash: (codeHash) => base.row<DeviceCode>(FIND_BY_HASH, { codeHash }),
  findAwaited: (hashes, now) => base.row(FIND_AWAITED, { hashes: new ListOf(hashes), now }),
  notePoll: async (id, seen, next) =>
    (await base.change(NOTE_POLL, { id, seenNextPollAt: seen.nextPollAt, seenSlowed: seen.slowed, ...next })) === 1,
  confirm: async ({ id, grant, proof, now }) => {
    try {
      return await base.write(function* () {
        yield* requireProof(proof);
        if ((yield* count(INSERT_GRANT, grant)) === 0) return false;
        if ((yield* count(CONFIRM, { id, grantId: grant.id, now })) === 0) throw new Undone();
        return true;
      });
    } catch (error) {
      if (error instanceof Undone) return false;
      throw error;
    }
  },
  deny: async ({ id, proof, now }) => (await changeWithProof(base, proof, DENY, { id, now })) === 1,
  redeem: ({ accessToken: { id: accessTokenId, ...token }, tellOfSessionEnd: client, ...redemption }) =>
    base.write(function* () {
      if ((yield* count(REDEEM, { accessTokenId, ...token, ...redemption })) === 0) return false;
      yield* count(INSERT_ACCESS_TOKEN, { accessTokenId, ...token });
      if (client) yield* count(TELL_OF_SESSION_END, { ...client, now: redemption.now });
      return true;
    }),
});
