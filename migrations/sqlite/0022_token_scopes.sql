-- What an API token may do (contract 29). Tokens from before have the scope `applications` alone.
-- A JSON list.
alter table api_tokens add column scopes text not null default '["applications"]';
