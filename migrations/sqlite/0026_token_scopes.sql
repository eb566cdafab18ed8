-- What an API token may do (contract 29). Tokens from before have the scope `applications` alone.
-- A JSON list.
alter table api_tokens add column scopes text not null default '["applications"]';

-- Tokens of no person (contract 29): nothing that ends an account's tokens touches them.
create table machine_tokens (
  id text primary key,
  name text not null,
  token_hash blob not null unique,
  -- A JSON list.
  scopes text not null,
  created_at integer not null,
  last_used_at integer,
  expires_at integer not null
) strict, without rowid;

create index machine_tokens_by_end on machine_tokens (expires_at);
