-- What an API token may do (contract 29). Tokens from before have the scope `applications` alone.
alter table api_tokens add column scopes json not null default '["applications"]';

-- Tokens of no person (contract 29): nothing that ends an account's tokens touches them.
create table machine_tokens (
  id text collate "C" primary key,
  name text collate "C" not null,
  token_hash bytea not null unique,
  scopes json not null,
  created_at bigint not null,
  last_used_at bigint,
  expires_at bigint not null
);

create index machine_tokens_by_end on machine_tokens (expires_at);
