-- The first schema. Ids are UUIDv7 as 32 hexadecimal digits, so key order is order of creation; times are integer
-- milliseconds since the epoch; booleans are 0 or 1; secrets are SHA-256 blobs; lists and maps are JSON text.
-- Tables are WITHOUT ROWID: each is found by its own key, and a second tree for a hidden row number would be one more
-- page to read and to write.

create table accounts (
  id text primary key,
  email text not null,
  email_key text not null unique,
  email_verified integer not null check (email_verified in (0, 1)),
  password_hash text,
  role text not null check (role in ('user', 'owner', 'operator')),
  profile text not null,
  disabled_at integer,
  created_at integer not null,
  updated_at integer not null
) strict, without rowid;

create index accounts_operators on accounts (role) where role = 'operator';

create table sessions (
  id text primary key,
  handle_hash blob not null unique,
  account_id text not null references accounts (id) on delete cascade,
  persistent integer not null check (persistent in (0, 1)),
  authenticated_at integer not null,
  created_at integer not null,
  last_used_at integer not null,
  expires_at integer not null,
  user_agent text not null
) strict, without rowid;

create index sessions_by_account on sessions (account_id);
create index sessions_by_end on sessions (expires_at);

-- A link is spent by deleting its row.
create table one_time_links (
  id text primary key,
  token_hash blob not null unique,
  purpose text not null check (purpose in ('setup', 'password')),
  account_id text references accounts (id) on delete cascade,
  created_at integer not null,
  expires_at integer not null
) strict, without rowid;

create index one_time_links_by_account on one_time_links (account_id);
create index one_time_links_by_end on one_time_links (expires_at);

-- One row for each place a try has taken in a bucket. `bucket` is a keyed hash of what is counted.
create table sign_in_attempts (
  attempt_id text not null,
  bucket blob not null,
  at integer not null,
  primary key (attempt_id, bucket)
) strict, without rowid;

create index sign_in_attempts_by_bucket on sign_in_attempts (bucket, at);
create index sign_in_attempts_by_time on sign_in_attempts (at);

create table api_tokens (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  name text not null,
  token_hash blob not null unique,
  created_at integer not null,
  last_used_at integer,
  expires_at integer
) strict, without rowid;

create index api_tokens_by_account on api_tokens (account_id);
create index api_tokens_by_end on api_tokens (expires_at) where expires_at is not null;

create table applications (
  id text primary key,
  owner_id text not null references accounts (id) on delete cascade,
  name text not null,
  implementation_method text not null,
  login_activation integer not null check (login_activation in (0, 1)),
  require_pkce integer not null check (require_pkce in (0, 1)),
  client_secret_required integer not null check (client_secret_required in (0, 1)),
  -- Stays 1 when the secrets are gone: only the very first one turns client_secret_required on.
  had_client_secret integer not null default 0 check (had_client_secret in (0, 1)),
  homepage_uri text,
  privacy_policy_uri text,
  terms_uri text,
  created_at integer not null,
  updated_at integer not null
) strict, without rowid;

create index applications_by_owner on applications (owner_id);

create table platforms (
  id text primary key,
  application_id text not null references applications (id) on delete cascade,
  position integer not null,
  platform text not null check (platform in ('Android', 'iOS', 'Web')),
  api_key text not null unique,
  package_name text,
  bundle_id text,
  created_at integer not null,
  unique (application_id, platform)
) strict, without rowid;

-- Looked up by origin at every cross-origin error and preflight, of whatever application.
create table site_domains (
  platform_id text not null references platforms (id) on delete cascade,
  position integer not null,
  origin text not null,
  primary key (platform_id, position)
) strict, without rowid;

create index site_domains_by_origin on site_domains (origin);

create table redirect_uris (
  id text primary key,
  application_id text not null references applications (id) on delete cascade,
  position integer not null,
  redirect_uri text not null,
  created_at integer not null,
  unique (application_id, redirect_uri)
) strict, without rowid;

create table consent_items (
  application_id text not null references applications (id) on delete cascade,
  item text not null,
  position integer not null,
  consent text not null check (consent in ('required', 'optional')),
  purpose text,
  created_at integer not null,
  primary key (application_id, item)
) strict, without rowid;

create table client_secrets (
  id text primary key,
  application_id text not null references applications (id) on delete cascade,
  secret_hash blob not null,
  created_at integer not null,
  last_used_at integer,
  expires_at integer
) strict, without rowid;

create index client_secrets_by_application on client_secrets (application_id);
create index client_secrets_by_end on client_secrets (expires_at) where expires_at is not null;

-- The row outlives an unlink (`ended_at`), because its `sub` must be the same ever after.
--
-- No foreign key to applications, on purpose: removing an application that a million users are connected to must not
-- touch a million rows in one commit. A connection counts only while its application exists (every statement looks);
-- what is left behind is noted in removed_applications, and the purge takes it in small steps.
create table connections (
  application_id text not null,
  account_id text not null references accounts (id) on delete cascade,
  sub text not null unique,
  generation integer not null,
  answers text not null,
  created_at integer not null,
  last_used_at integer,
  ended_at integer,
  primary key (application_id, account_id)
) strict, without rowid;

create index connections_by_account on connections (account_id);

create table removed_applications (
  id text primary key
) strict, without rowid;

-- Also fires for applications that leave with their owner's account.
create trigger applications_removed after delete on applications
begin
  insert into removed_applications (id) values (old.id);
end;

-- grants and access_tokens have NO foreign keys, on purpose: removing an application or an account that a million
-- tokens stand under must not touch a million rows in one commit. Every use of a token joins its grant, connection,
-- account and API key, so what they belonged to being gone makes them dead at once; the purge takes the rows later.
--
-- Both are written at every sign-in, so they carry no index that can be spared: keys are time-ordered (neighbours in
-- time share a page, and so a commit), and the purge walks the key instead of an index on the time of expiry.
create table grants (
  id text primary key,
  code_hash blob not null unique,
  api_key text not null,
  application_id text not null,
  account_id text not null,
  connection_generation integer not null,
  session_id text not null,
  redirect_uri text not null,
  code_challenge text,
  nonce text,
  requested_scope text,
  items text not null,
  authenticated_at integer not null,
  created_at integer not null,
  code_expires_at integer not null,
  code_used_at integer,
  ended_at integer,
  refresh_generation integer not null,
  refresh_expires_at integer,
  family_expires_at integer,
  recent_rotations text not null,
  last_access_token_id text,
  last_access_token_expires_at integer,
  last_answer_scope text
) strict, without rowid;

create table access_tokens (
  id text primary key,
  token_hash blob not null,
  grant_id text not null,
  items text not null,
  created_at integer not null,
  expires_at integer not null
) strict, without rowid;
