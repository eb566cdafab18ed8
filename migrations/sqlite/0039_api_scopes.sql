-- The operator's own APIs for people (contract 45).

-- Any application may ask people for its scopes.
alter table apis add column any_application integer not null default 0 check (any_application in (0, 1));
-- So may clients that nobody registered (contract 46).
alter table apis add column documents integer not null default 0 check (documents in (0, 1));
-- Only members of the groups that it names with the use 'admits' get tokens for it.
alter table apis add column admits_groups integer not null default 0 check (admits_groups in (0, 1));

alter table api_scopes add column label text;
-- JSON: label and description in other languages.
alter table api_scopes add column translations text;
-- Whether a request that names no scope of the API gets it.
alter table api_scopes add column by_default integer not null default 0 check (by_default in (0, 1));

-- Which applications may ask people for its scopes, where not any may.
create table api_applications (
  api_id text not null references apis (id) on delete cascade,
  application_id text not null references applications (id) on delete cascade,
  primary key (api_id, application_id)
) strict, without rowid;
create index api_applications_by_application on api_applications (application_id);

-- The groups that it receives of people, and those whose members get tokens for it.
create table api_groups (
  api_id text not null references apis (id) on delete cascade,
  use text not null check (use in ('receives', 'admits')),
  group_id text not null references user_groups (id) on delete cascade,
  primary key (api_id, use, group_id)
) strict, without rowid;
create index api_groups_by_group on api_groups (group_id);

-- What an application asks people for, beside its consent items.
create table application_api_scopes (
  application_id text not null references applications (id) on delete cascade,
  scope_name text not null references api_scopes (name) on delete cascade,
  position integer not null,
  consent text not null check (consent in ('required', 'optional')),
  purpose text,
  translations text,
  created_at integer not null,
  primary key (application_id, scope_name)
) strict, without rowid;
create index application_api_scopes_by_scope on application_api_scopes (scope_name);

-- Whom an API knows a person as, through whichever application.
create table api_subjects (
  api_id text not null references apis (id) on delete cascade,
  account_id text not null references accounts (id) on delete cascade,
  sub text not null,
  primary key (api_id, account_id),
  unique (api_id, sub)
) strict, without rowid;
create index api_subjects_by_account on api_subjects (account_id);

-- JSON. Null: its tokens are for user-info alone.
alter table grants add column api_access text;
-- Of a person's token. Null: a program's.
alter table resource_tokens add column grant_id text;

-- Names of scopes have characters that a path of JSON reads unless they are quoted.
drop trigger events_consent_changed;
create trigger events_consent_changed after update of answers on connections
when old.ended_at is null and new.ended_at is null and new.epoch = old.epoch and new.answers is not old.answers
begin
  insert into events (application_id, sub, type, data)
  select new.application_id, new.sub, 'consent.changed', json_object('agreed', json(agreed), 'withdrawn', json(withdrawn))
  from (
    select
      (select json_group_array(key order by key) from json_each(new.answers)
       where json_extract(value, '$.agreed') = 1
         and (coalesce(json_extract(old.answers, '$."' || key || '".agreed'), 0) = 0 or exists (
           select 1 from (
             select item, created_at from consent_items where application_id = new.application_id
             union all
             select scope_name, created_at from application_api_scopes where application_id = new.application_id) i
           where i.item = key
             and json_extract(old.answers, '$."' || key || '".answeredAt') < i.created_at
             and json_extract(value, '$.answeredAt') >= i.created_at))) as agreed,
      (select json_group_array(key order by key) from json_each(new.answers)
       where json_extract(value, '$.agreed') = 0
         and coalesce(json_extract(old.answers, '$."' || key || '".agreed'), 0) = 1) as withdrawn
    from applications a where a.id = new.application_id and a.records_events = 1)
  where agreed <> '[]' or withdrawn <> '[]';
end;
