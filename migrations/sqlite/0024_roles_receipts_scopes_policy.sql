-- Operators and support find accounts and act on them (contract 29).

-- The role `support`. SQLite cannot change the check of a column, so the column is made anew.
alter table accounts add column new_role text not null default 'user'
  check (new_role in ('user', 'owner', 'support', 'operator'));
update accounts set new_role = role where role <> 'user';
drop index accounts_operators;
alter table accounts drop column role;
alter table accounts rename column new_role to role;
create index accounts_operators on accounts (role) where role = 'operator';

-- Accounts of a role and status, in the order of their addresses.
create index accounts_by_role on accounts (
  role,
  (case when disabled_at is not null then 'disabled' when leaving_since is not null then 'leaving' else 'active' end),
  email_key
);

-- The accounts that any application knows by a `sub`.
create index connections_by_sub on connections (sub);
create index subjects_by_sub on subjects (sub);

-- Receipts: what a person agreed to, as the page showed it (contract 27, decision 57).
create table receipts (
  -- Begins with the time.
  id text primary key,
  -- null: the account was deleted. Nothing else in the row leads to the person.
  account_id text references accounts (id) on delete set null,
  -- The application may be gone.
  application_id text not null,
  sub text not null,
  at integer not null,
  -- The consent page, or a change on the account's page.
  kind text not null check (kind in ('consent', 'change')),
  language text not null,
  -- The application's texts and the items, in JSON, without a value of the person.
  texts text not null
) strict, without rowid;

create index receipts_by_account on receipts (account_id, id) where account_id is not null;
-- For the purge.
create index receipts_of_nobody on receipts (at) where account_id is null;

-- What happened to an account, for 90 days (contract 27). Triggers write the rows in the transaction of the act, whatever program
-- or command does it. Only failed sign-ins are counted by a statement of their own.
create table activities (
  id text not null default (
    printf('%012x', cast(unixepoch('subsec') * 1000 as integer)) || '7' || substr(lower(hex(randomblob(2))), 2)
    || '8' || substr(lower(hex(randomblob(8))), 2)),
  account_id text not null references accounts (id) on delete cascade,
  at integer not null default (cast(unixepoch('subsec') * 1000 as integer)),
  kind text not null,
  application_id text,
  -- In JSON.
  data text not null default '{}',
  primary key (account_id, id)
) strict, without rowid;

create index activities_by_time on activities (at);

create trigger activities_signed_in after insert on sessions
begin
  insert into activities (account_id, at, kind, data) values (new.account_id, new.created_at, 'signed-in',
    json_object('userAgent', new.user_agent, 'network', new.network, 'amr', json(new.amr)));
end;

-- A later sign-in on the device begins the session anew.
create trigger activities_signed_in_again after update of created_at on sessions when new.created_at > old.created_at
begin
  insert into activities (account_id, at, kind, data) values (new.account_id, new.created_at, 'signed-in',
    json_object('userAgent', new.user_agent, 'network', new.network, 'amr', json(new.amr)));
end;

-- Not when it had expired, nor with the account. Never before its last use, however the clocks of servers differ.
create trigger activities_signed_out after delete on sessions
when old.expires_at > cast(unixepoch('subsec') * 1000 as integer)
begin
  insert into activities (account_id, at, kind, data)
  select id, max(cast(unixepoch('subsec') * 1000 as integer), old.last_used_at), 'signed-out', json_object('userAgent', old.user_agent, 'network', old.network)
  from accounts where id = old.account_id;
end;

create trigger activities_new_device after insert on told_devices
begin
  insert into activities (account_id, kind) values (new.account_id, 'new-device');
end;

create trigger activities_account_changed
after update of email_key, username, role, disabled_at, leaving_since, sign_in_epoch on accounts
begin
  insert into activities (account_id, kind, data)
  select new.id, 'email-changed', '{}' where new.email_key is not old.email_key
  union all select new.id, 'username-changed', '{}' where new.username is not old.username
  union all select new.id, 'role-changed', json_object('role', new.role) where new.role is not old.role
  union all select new.id, iif(new.disabled_at is null, 'account-enabled', 'account-disabled'), '{}'
    where (new.disabled_at is null) <> (old.disabled_at is null)
  union all select new.id, iif(new.leaving_since is null, 'account-restored', 'account-leaving'), '{}'
    where (new.leaving_since is null) <> (old.leaving_since is null)
  union all select new.id, 'sign-ins-ended', '{}'
    where new.sign_in_epoch > old.sign_in_epoch and (new.disabled_at is null) = (old.disabled_at is null)
      and (new.leaving_since is null) = (old.leaving_since is null);
end;

-- Whoever sets another password names sign_in_epoch too. A hash that is only renewed does not.
create trigger activities_password_changed after update of sign_in_epoch on accounts
when new.password_hash is not old.password_hash
begin
  insert into activities (account_id, kind) values (new.id, 'password-changed');
end;

-- What an account is made with, is no act of its own.
create trigger activities_passkey_added after insert on passkeys
begin
  insert into activities (account_id, at, kind, data)
  select id, new.created_at, 'passkey-added', json_object('name', new.name)
  from accounts where id = new.account_id and created_at < new.created_at;
end;

create trigger activities_passkey_removed after delete on passkeys
begin
  insert into activities (account_id, kind, data)
  select id, 'passkey-removed', json_object('name', old.name) from accounts where id = old.account_id;
end;

create trigger activities_codes_added after insert on one_time_codes
begin
  insert into activities (account_id, at, kind)
  select id, new.created_at, 'two-step-on' from accounts where id = new.account_id and created_at < new.created_at;
end;

create trigger activities_codes_removed after delete on one_time_codes
begin
  insert into activities (account_id, kind) select id, 'two-step-off' from accounts where id = old.account_id;
end;

create trigger activities_recovery_code_used after update of used_at on recovery_codes
when old.used_at is null and new.used_at is not null
begin
  insert into activities (account_id, at, kind) values (new.account_id, new.used_at, 'recovery-code-used');
end;

create trigger activities_device_trusted after insert on trusted_devices
begin
  insert into activities (account_id, at, kind, data) values (new.account_id, new.created_at, 'device-trusted',
    json_object('userAgent', new.user_agent, 'network', new.network));
end;

create trigger activities_api_token_made after insert on api_tokens
begin
  insert into activities (account_id, at, kind, data)
  values (new.account_id, new.created_at, 'api-token-made', json_object('name', new.name));
end;

create trigger activities_agreed after insert on receipts when new.account_id is not null
begin
  insert into activities (account_id, at, kind, application_id)
  values (new.account_id, new.at, iif(new.kind = 'consent', 'agreed', 'choices-changed'), new.application_id);
end;

-- Where all connections of an application were ended together, the purge comes by later.
create trigger activities_disconnected after update of ended_at on connections
when old.ended_at is null and new.ended_at is not null
begin
  insert into activities (account_id, at, kind, application_id, data)
  select new.account_id, new.ended_at, 'disconnected', new.application_id, json_object('by', coalesce(
    (select ended_by from unlinked_applications where id = new.application_id and epoch > old.epoch),
    new.ended_by, 'person'));
end;

create trigger activities_tokens_reused after update of ended_at on grants
when old.ended_at is null and new.ended_at is not null and new.end_reason in ('code-reused', 'refresh-token-reused')
begin
  insert into activities (account_id, at, kind, application_id)
  select id, new.ended_at, 'tokens-reused', new.application_id from accounts where id = new.account_id;
end;

-- What somebody else did to the account, or saw of it. The audit keeps who it was.
create trigger activities_operator_acted after insert on audit_entries
when new.result = 'done' and new.role <> 'server' and new.subject_id is not new.account_id
begin
  insert into activities (account_id, at, kind, application_id, data)
  select id, new.at, 'operator-acted', new.application_id, json_object('role', new.role, 'action', new.action)
  from accounts where id = new.subject_id;
end;

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

-- The policy (contract 29): what operators decide while the server runs. A key without a row has its default.
create table policy (
  key text primary key,
  -- JSON; null: the default again.
  value text,
  -- Of the policy, by the change that wrote the row. It only rises, because rows stay.
  revision integer not null,
  changed_at integer not null
) strict, without rowid;

-- What each running process has locked, to tell processes that differ.
create table policy_processes (
  process_id text primary key,
  -- A JSON object: a hash of the locked value by key.
  locks text not null,
  seen_at integer not null
) strict, without rowid;
