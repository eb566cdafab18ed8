-- OpenID Connect: what an application registers for it, signing keys, what a grant knows of its ID token, and how the end
-- of a sign-in reaches the applications.

alter table applications add column id_token_claims integer not null default 1 check (id_token_claims in (0, 1));
alter table applications add column id_token_alg text not null default 'RS256'
  check (id_token_alg in ('RS256', 'ES256', 'EdDSA'));
alter table applications add column userinfo_alg text check (userinfo_alg in ('RS256', 'ES256', 'EdDSA'));
alter table applications add column backchannel_logout_uri text;

create table post_logout_redirect_uris (
  application_id text not null references applications (id) on delete cascade,
  position integer not null,
  redirect_uri text not null,
  primary key (application_id, position)
) strict, without rowid;

-- `id` is the key's name in headers (`kid`). `number` counts the keys of an algorithm: of two processes that make the next
-- key at once, one finds its number taken. The private key is encrypted with the server's secret.
create table signing_keys (
  id text primary key,
  algorithm text not null check (algorithm in ('RS256', 'ES256', 'EdDSA')),
  number integer not null,
  public_jwk text not null,
  sealed_private_key blob not null,
  created_at integer not null,
  signs_from integer not null,
  revoked_at integer,
  unique (algorithm, number)
) strict, without rowid;

-- How the person proved who they are (RFC 8176), and when they last picked this account on the device.
alter table sessions add column amr text not null default '["pwd"]';
alter table sessions add column chosen_at integer not null default 0;

-- What the ID token of the grant tells, as JSON; null without `openid`.
alter table grants add column openid text;

-- Scope values of an answer that was narrowed; null: those of the grant.
alter table access_tokens add column scope text;

-- Sessions that were ended by somebody, not by time: refresh tokens of grants made in them may end with them.
create table ended_sessions (
  id text primary key,
  ended_at integer not null
) strict, without rowid;

create index ended_sessions_by_time on ended_sessions (ended_at);

-- API keys that got an ID token in a session and want to be told of its end. Once it has ended (`next_try_at`) the row is
-- the message in the outbox.
create table session_clients (
  session_id text not null,
  api_key text not null,
  sid text not null,
  sub text not null,
  created_at integer not null,
  next_try_at integer,
  tries integer not null default 0,
  primary key (session_id, api_key, sid)
) strict, without rowid;

create index session_clients_due on session_clients (next_try_at) where next_try_at is not null;
create index session_clients_by_time on session_clients (created_at);
