-- What an API token may do (contract 29). Tokens from before have the scope `applications` alone.
alter table api_tokens add column scopes json not null default '["applications"]';
