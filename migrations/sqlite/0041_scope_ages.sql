-- Since when the API has the scope (contract 46). To a client that nobody registered, an earlier answer was about a scope
-- of another API, from which the name passed on. What was there before is as old as its API.
alter table api_scopes add column created_at integer not null default 0;
update api_scopes set created_at = (select i.created_at from apis i where i.id = api_scopes.api_id);
