-- OpenID Connect: the tables and columns of migrations/sqlite/0002_openid_connect.sql.

alter table applications add column id_token_claims boolean not null default true;
alter table applications add column id_token_alg text collate "C" not null default 'RS256'
  check (id_token_alg in ('RS256', 'ES256', 'EdDSA'));
alter table applications add column userinfo_alg text collate "C" check (userinfo_alg in ('RS256', 'ES256', 'EdDSA'));
alter table applications add column backchannel_logout_uri text collate "C";

create table post_logout_redirect_uris (
  application_id text collate "C" not null references applications (id) on delete cascade,
  position integer not null,
  redirect_uri text collate "C" not null,
  primary key (application_id, position)
);

-- `id` is the key's name in headers (`kid`). `number` counts the keys of an algorithm: of two processes that make the next
-- key at once, one finds its number taken. The private key is encrypted with the server's secret.
create table signing_keys (
  id text collate "C" primary key,
  algorithm text collate "C" not null check (algorithm in ('RS256', 'ES256', 'EdDSA')),
  number integer not null,
  public_jwk json not null,
  sealed_private_key bytea not null,
  created_at bigint not null,
  signs_from bigint not null,
  revoked_at bigint,
  unique (algorithm, number)
);

-- How the person proved who they are (RFC 8176), and when they last picked this account on the device.
alter table sessions add column amr json not null default '["pwd"]';
alter table sessions add column chosen_at bigint not null default 0;

-- What the ID token of the grant tells, as JSON; null without `openid`.
alter table grants add column openid json;

-- Scope values of an answer that was narrowed; null: those of the grant.
alter table access_tokens add column scope json;

-- Sessions that were ended by somebody, not by time: refresh tokens of grants made in them may end with them.
create table ended_sessions (
  id text collate "C" primary key,
  ended_at bigint not null
);

create index ended_sessions_by_time on ended_sessions (ended_at);

-- API keys that got an ID token in a session and want to be told of its end. Once it has ended (`next_try_at`) the row is
-- the message in the outbox.
create table session_clients (
  session_id text collate "C" not null,
  api_key text collate "C" not null,
  sid text collate "C" not null,
  sub text collate "C" not null,
  created_at bigint not null,
  next_try_at bigint,
  tries integer not null default 0,
  primary key (session_id, api_key, sid)
);

create index session_clients_due on session_clients (next_try_at) where next_try_at is not null;
create index session_clients_by_time on session_clients (created_at);
