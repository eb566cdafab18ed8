-- Groups, and who may sign in (contract 31).

create table user_groups (
  id text collate "C" primary key,
  name text collate "C" not null unique,
  label text collate "C",
  description text collate "C",
  -- Label and description in other languages.
  translations json,
  -- Whether every application may name it; otherwise those in group_applications.
  any_application boolean not null default false,
  created_at bigint not null,
  updated_at bigint not null,
  -- Rises with every edit.
  version integer not null
);

create index user_groups_any on user_groups (any_application, id);

-- Which applications may name a group.
create table group_applications (
  group_id text collate "C" not null references user_groups (id) on delete cascade,
  application_id text collate "C" not null references applications (id) on delete cascade,
  primary key (group_id, application_id)
);
create index group_applications_by_application on group_applications (application_id);

-- Which groups an application names: those that it receives of a person, and those whose members it lets in. No group
-- goes while an application names it.
create table application_groups (
  application_id text collate "C" not null references applications (id) on delete cascade,
  use text collate "C" not null check (use in ('receives', 'admits')),
  group_id text collate "C" not null references user_groups (id),
  primary key (application_id, use, group_id)
);
create index application_groups_by_group on application_groups (group_id);

create table group_members (
  account_id text collate "C" not null references accounts (id) on delete cascade,
  group_id text collate "C" not null references user_groups (id) on delete cascade,
  added_at bigint not null,
  primary key (account_id, group_id)
);
create index group_members_by_group on group_members (group_id, account_id);

-- The audience `groups`. Beside it `audience` is `team`, so that a program from before this version, which does not know
-- it, lets nobody else in meanwhile.
alter table applications add column admits_groups boolean not null default false;

-- What the statements of codes, tokens and user information ask of groups. As functions, because PostgreSQL plans a query
-- within a statement each time that it plans the statement, also where nobody asks; these are planned at their first use.

create function is_in_admitted_group(of_application text, of_account text) returns boolean language plpgsql stable as $$
begin
  return exists (
    select 1 from application_groups n join group_members m on m.group_id = n.group_id and m.account_id = of_account
    where n.application_id = of_application and n.use = 'admits');
end $$;

create function is_of_team(of_application text, of_account text) returns boolean language plpgsql stable as $$
begin
  return exists (select 1 from applications a where a.id = of_application and a.owner_id = of_account)
    or exists (
      select 1 from application_members m where m.application_id = of_application and m.account_id = of_account);
end $$;

-- Names, in order.
create function received_groups(of_application text, of_account text) returns json language plpgsql stable as $$
begin
  return (
    select coalesce(json_agg(p.name order by p.name), '[]') from application_groups n
    join group_members m on m.group_id = n.group_id and m.account_id = of_account
    join user_groups p on p.id = n.group_id
    where n.application_id = of_application and n.use = 'receives');
end $$;

-- An application hears of a person whose groups are others for it (contract 60). Of an account that is being deleted it
-- hears another event.
create function record_group_events() returns trigger language plpgsql as $$
declare
  changed record;
begin
  if tg_op = 'INSERT' then changed := new; else changed := old; end if;
  perform record_event(c.application_id, c.sub, 'account.updated', '{"items":["groups"]}', null)
  from application_groups n
  join applications a on a.id = n.application_id and a.records_events
  join consent_items i on i.application_id = a.id and i.item = 'groups'
  join connections c on c.application_id = a.id and c.account_id = changed.account_id
    and c.ended_at is null and c.epoch = a.connection_epoch
  join accounts u on u.id = changed.account_id
  where n.group_id = changed.group_id and n.use = 'receives'
    and (c.answers->'groups'->>'agreed')::boolean and (c.answers->'groups'->>'answeredAt')::bigint >= i.created_at;
  return null;
end $$;

create trigger events_groups_changed after insert or delete on group_members
for each row execute function record_group_events();

-- Keys of applications (contract 40, 41): `private_key_jwt` and DPoP.

-- A JWK set with public keys alone, or where it is fetched.
alter table applications add column jwks json;
alter table applications add column jwks_uri text collate "C";
-- How the Web key authenticates: `private_key_jwt`. Null: with client secrets, or by its key alone.
alter table applications add column token_endpoint_auth_method text collate "C";

-- JWTs of applications that were used: each is taken once.
create table spent_jwts (
  -- SHA-256 of whose it is, and of its `jti`.
  id_hash bytea primary key,
  expires_at bigint not null
);

create index spent_jwts_by_end on spent_jwts (expires_at);

-- Every token request must have a proof of a key (DPoP).
alter table applications add column dpop_bound_access_tokens boolean not null default false;
-- The thumbprint of the key that a code, or else its family, is bound to; of the key that an access token is bound to.
alter table grants add column dpop_jkt text collate "C";
alter table access_tokens add column dpop_jkt text collate "C";
