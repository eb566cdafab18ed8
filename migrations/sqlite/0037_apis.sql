-- The operator's own APIs (contract 45).

create table apis (
  id text primary key,
  -- As it was sent, and as it is compared.
  resource text not null,
  resource_key text not null unique,
  name text not null,
  access_token_format text not null check (access_token_format in ('jwt', 'opaque')),
  access_token_alg text not null check (access_token_alg in ('ES256', 'RS256')),
  access_token_ttl_seconds integer not null,
  created_at integer not null,
  updated_at integer not null,
  -- Rises with every edit.
  version integer not null
) strict, without rowid;

create table api_scopes (
  -- Unique on the server.
  name text primary key,
  api_id text not null references apis (id) on delete cascade,
  position integer not null,
  description text,
  -- Whether programs may have it for themselves.
  machine integer not null default 0 check (machine in (0, 1))
) strict, without rowid;
create index api_scopes_by_api on api_scopes (api_id, position);

-- The scopes that applications have for themselves.
create table api_machine_access (
  application_id text not null references applications (id) on delete cascade,
  scope_name text not null references api_scopes (name) on delete cascade,
  primary key (application_id, scope_name)
) strict, without rowid;
create index api_machine_access_by_scope on api_machine_access (scope_name);

-- With which an API authenticates at introspection.
create table api_secrets (
  id text primary key,
  api_id text not null references apis (id) on delete cascade,
  secret_hash blob not null,
  created_at integer not null,
  last_used_at integer
) strict, without rowid;
create index api_secrets_by_api on api_secrets (api_id);

-- Access tokens for an API, JWTs and opaque ones. What they were earned with is looked up with them, so no row is removed
-- with it; they are purged when they expire.
create table resource_tokens (
  id text primary key,
  token_hash blob not null,
  api_id text not null,
  application_id text not null,
  api_key text not null,
  -- A list of scopes.
  scope text not null,
  -- The thumbprint of the key that it is bound to.
  dpop_jkt text,
  created_at integer not null,
  expires_at integer not null
) strict, without rowid;
create index resource_tokens_by_end on resource_tokens (expires_at);
