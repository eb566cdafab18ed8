-- The first schema: the tables and columns of migrations/sqlite/0001_initial.sql. Ids are UUIDv7 as 32 hexadecimal
-- digits, so key order is order of creation, and every text that is compared or sorted is collated "C": by its bytes,
-- as SQLite does it, whatever the database's own language is. Times are milliseconds since the epoch; secrets are SHA-256.
-- Lists and maps are json, not jsonb: kept as they were written, and an escaped NUL is allowed in them.

create table accounts (
  id text collate "C" primary key,
  email text not null,
  email_key text collate "C" not null unique,
  email_verified boolean not null,
  password_hash text collate "C",
  role text collate "C" not null check (role in ('user', 'owner', 'operator')),
  profile json not null,
  disabled_at bigint,
  created_at bigint not null,
  updated_at bigint not null
);

create index accounts_operators on accounts (role) where role = 'operator';

create table sessions (
  id text collate "C" primary key,
  handle_hash bytea not null unique,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  persistent boolean not null,
  authenticated_at bigint not null,
  created_at bigint not null,
  last_used_at bigint not null,
  expires_at bigint not null,
  user_agent text not null
);

create index sessions_by_account on sessions (account_id);
create index sessions_by_end on sessions (expires_at);

-- A link is spent by deleting its row.
create table one_time_links (
  id text collate "C" primary key,
  token_hash bytea not null unique,
  purpose text collate "C" not null check (purpose in ('setup', 'password')),
  account_id text collate "C" references accounts (id) on delete cascade,
  created_at bigint not null,
  expires_at bigint not null
);

create index one_time_links_by_account on one_time_links (account_id);
create index one_time_links_by_end on one_time_links (expires_at);

-- One row for each place a try has taken in a bucket. `bucket` is a keyed hash of what is counted.
create table sign_in_attempts (
  attempt_id text collate "C" not null,
  bucket bytea not null,
  at bigint not null,
  primary key (attempt_id, bucket)
);

create index sign_in_attempts_by_bucket on sign_in_attempts (bucket, at);
create index sign_in_attempts_by_time on sign_in_attempts (at);

create table api_tokens (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  name text not null,
  token_hash bytea not null unique,
  created_at bigint not null,
  last_used_at bigint,
  expires_at bigint
);

create index api_tokens_by_account on api_tokens (account_id);
create index api_tokens_by_end on api_tokens (expires_at) where expires_at is not null;

create table applications (
  id text collate "C" primary key,
  owner_id text collate "C" not null references accounts (id) on delete cascade,
  name text not null,
  implementation_method text collate "C" not null,
  login_activation boolean not null,
  require_pkce boolean not null,
  client_secret_required boolean not null,
  -- Stays true when the secrets are gone: only the very first one turns client_secret_required on.
  had_client_secret boolean not null default false,
  homepage_uri text,
  privacy_policy_uri text,
  terms_uri text,
  created_at bigint not null,
  updated_at bigint not null
);

create index applications_by_owner on applications (owner_id);

create table platforms (
  id text collate "C" primary key,
  application_id text collate "C" not null references applications (id) on delete cascade,
  position integer not null,
  platform text collate "C" not null check (platform in ('Android', 'iOS', 'Web')),
  api_key text collate "C" not null unique,
  package_name text,
  bundle_id text,
  created_at bigint not null,
  unique (application_id, platform)
);

-- Looked up by origin at every cross-origin error and preflight, of whatever application.
create table site_domains (
  platform_id text collate "C" not null references platforms (id) on delete cascade,
  position integer not null,
  origin text collate "C" not null,
  primary key (platform_id, position)
);

create index site_domains_by_origin on site_domains (origin);

create table redirect_uris (
  id text collate "C" primary key,
  application_id text collate "C" not null references applications (id) on delete cascade,
  position integer not null,
  redirect_uri text collate "C" not null,
  created_at bigint not null,
  unique (application_id, redirect_uri)
);

create table consent_items (
  application_id text collate "C" not null references applications (id) on delete cascade,
  item text collate "C" not null,
  position integer not null,
  consent text collate "C" not null check (consent in ('required', 'optional')),
  purpose text,
  created_at bigint not null,
  primary key (application_id, item)
);

create table client_secrets (
  id text collate "C" primary key,
  application_id text collate "C" not null references applications (id) on delete cascade,
  secret_hash bytea not null,
  created_at bigint not null,
  last_used_at bigint,
  expires_at bigint
);

create index client_secrets_by_application on client_secrets (application_id);
create index client_secrets_by_end on client_secrets (expires_at) where expires_at is not null;

-- The row outlives an unlink (`ended_at`), because its `sub` must be the same ever after.
--
-- No foreign key to applications, on purpose: removing an application that a million users are connected to must not
-- touch a million rows in one commit. A connection counts only while its application exists (every statement looks);
-- what is left behind is noted in removed_applications, and the purge takes it in small steps.
create table connections (
  application_id text collate "C" not null,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  sub text collate "C" not null unique,
  generation integer not null,
  answers json not null,
  created_at bigint not null,
  last_used_at bigint,
  ended_at bigint,
  primary key (application_id, account_id)
);

create index connections_by_account on connections (account_id);

create table removed_applications (
  id text collate "C" primary key
);

create function note_removed_application() returns trigger language plpgsql as $$
begin
  insert into removed_applications (id) values (old.id);
  return null;
end $$;

-- Also fires for applications that leave with their owner's account.
create trigger applications_removed after delete on applications
for each row execute function note_removed_application();

-- grants and access_tokens have NO foreign keys, on purpose: removing an application or an account that a million
-- tokens stand under must not touch a million rows in one commit. Every use of a token joins its grant, connection,
-- account and API key, so what they belonged to being gone makes them dead at once; the purge takes the rows later.
--
-- Both are written at every sign-in, so they carry no index that can be spared: keys are time-ordered (neighbours in
-- time share a page), and the purge walks the key instead of an index on the time of expiry. Each refresh rewrites its
-- grant's row: room in the page keeps the new version beside the old one, and the indexes untouched.
create table grants (
  id text collate "C" primary key,
  code_hash bytea not null unique,
  api_key text collate "C" not null,
  application_id text collate "C" not null,
  account_id text collate "C" not null,
  connection_generation integer not null,
  session_id text collate "C" not null,
  redirect_uri text collate "C" not null,
  code_challenge text collate "C",
  -- A JSON string: the only text of a stranger that may hold a NUL, which text cannot.
  nonce json,
  requested_scope json,
  items json not null,
  authenticated_at bigint not null,
  created_at bigint not null,
  code_expires_at bigint not null,
  code_used_at bigint,
  ended_at bigint,
  refresh_generation integer not null,
  refresh_expires_at bigint,
  family_expires_at bigint,
  recent_rotations json not null,
  last_access_token_id text collate "C",
  last_access_token_expires_at bigint,
  last_answer_scope json
) with (fillfactor = 70);

create table access_tokens (
  id text collate "C" primary key,
  token_hash bytea not null,
  grant_id text collate "C" not null,
  items json not null,
  created_at bigint not null,
  expires_at bigint not null
);
