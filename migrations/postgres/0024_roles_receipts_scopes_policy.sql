-- Roles, receipts, scopes and the policy, as migrations/sqlite/0024_roles_receipts_scopes_policy.sql explains them.
alter table accounts add column new_role text collate "C" not null default 'user'
  check (new_role in ('user', 'owner', 'support', 'operator'));
update accounts set new_role = role where role <> 'user';
-- With its index. The column stands where SQLite has it.
alter table accounts drop column role;
alter table accounts rename column new_role to role;
alter table accounts rename constraint accounts_new_role_check to accounts_role_check;
create index accounts_operators on accounts (role) where role = 'operator';

create index accounts_by_role on accounts (
  role,
  (case when disabled_at is not null then 'disabled' when leaving_since is not null then 'leaving' else 'active' end),
  email_key
);
create index connections_by_sub on connections (sub);
create index subjects_by_sub on subjects (sub);

-- Receipts: what a person agreed to, as the page showed it (contract 27, decision 57). migrations/sqlite explains the columns.
create table receipts (
  id text collate "C" primary key,
  account_id text collate "C" references accounts (id) on delete set null,
  application_id text collate "C" not null,
  sub text collate "C" not null,
  at bigint not null,
  kind text collate "C" not null check (kind in ('consent', 'change')),
  language text collate "C" not null,
  texts json not null
);

create index receipts_by_account on receipts (account_id, id) where account_id is not null;
create index receipts_of_nobody on receipts (at) where account_id is null;

create table activities (
  id text collate "C" not null default new_event_id((random() * 4095)::bigint),
  account_id text collate "C" not null references accounts (id) on delete cascade,
  at bigint not null default floor(extract(epoch from clock_timestamp()) * 1000)::bigint,
  kind text collate "C" not null,
  application_id text collate "C",
  data json not null default '{}',
  primary key (account_id, id)
);

create index activities_by_time on activities (at);

-- Does nothing when the account is gone, and waits for a transaction that deletes it.
create function note_activity(of_account text, was_at bigint, of_kind text, with_data json, of_application text)
returns void language sql volatile as $$
  insert into activities (account_id, at, kind, data, application_id)
  select id, coalesce(was_at, floor(extract(epoch from clock_timestamp()) * 1000)::bigint), of_kind, with_data, of_application
  from accounts where id = of_account for key share
$$;

create function note_session_activity() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.expires_at > extract(epoch from clock_timestamp()) * 1000 then
      perform note_activity(old.account_id,
        greatest(floor(extract(epoch from clock_timestamp()) * 1000)::bigint, old.last_used_at), 'signed-out',
        json_build_object('userAgent', old.user_agent, 'network', old.network), null);
    end if;
  elsif tg_op = 'INSERT' or new.created_at > old.created_at then
    perform note_activity(new.account_id, new.created_at, 'signed-in',
      json_build_object('userAgent', new.user_agent, 'network', new.network, 'amr', new.amr), null);
  end if;
  return null;
end $$;

create trigger activities_of_sessions after insert or update of created_at or delete on sessions
for each row execute function note_session_activity();

create function note_account_activity() returns trigger language plpgsql as $$
declare
  was_switched boolean := (new.disabled_at is null) <> (old.disabled_at is null);
  has_left_or_returned boolean := (new.leaving_since is null) <> (old.leaving_since is null);
  was_ended boolean := new.sign_in_epoch > old.sign_in_epoch;
begin
  if new.email_key is distinct from old.email_key then perform note_activity(new.id, null, 'email-changed', '{}', null); end if;
  if new.username is distinct from old.username then perform note_activity(new.id, null, 'username-changed', '{}', null); end if;
  if new.role is distinct from old.role then
    perform note_activity(new.id, null, 'role-changed', json_build_object('role', new.role), null);
  end if;
  if was_switched then
    perform note_activity(new.id, null,
      case when new.disabled_at is null then 'account-enabled' else 'account-disabled' end, '{}', null);
  end if;
  if has_left_or_returned then
    perform note_activity(new.id, null,
      case when new.leaving_since is null then 'account-restored' else 'account-leaving' end, '{}', null);
  end if;
  if was_ended and not was_switched and not has_left_or_returned then
    perform note_activity(new.id, null, 'sign-ins-ended', '{}', null);
  end if;
  return null;
end $$;

create trigger activities_of_accounts
after update of email_key, username, role, disabled_at, leaving_since, sign_in_epoch on accounts
for each row execute function note_account_activity();

-- Whoever sets another password names sign_in_epoch too. A hash that is only renewed does not.
create function note_password_activity() returns trigger language plpgsql as $$
begin
  perform note_activity(new.id, null, 'password-changed', '{}', null);
  return null;
end $$;

create trigger activities_of_passwords after update of sign_in_epoch on accounts
for each row when (new.password_hash is distinct from old.password_hash) execute function note_password_activity();

create function note_factor_activity() returns trigger language plpgsql as $$
declare
  is_older boolean;
begin
  if tg_table_name = 'told_devices' then
    perform note_activity(new.account_id, null, 'new-device', '{}', null);
  elsif tg_table_name = 'recovery_codes' then
    perform note_activity(new.account_id, new.used_at, 'recovery-code-used', '{}', null);
  elsif tg_table_name = 'trusted_devices' then
    perform note_activity(new.account_id, new.created_at, 'device-trusted',
      json_build_object('userAgent', new.user_agent, 'network', new.network), null);
  elsif tg_table_name = 'api_tokens' then
    perform note_activity(new.account_id, new.created_at, 'api-token-made', json_build_object('name', new.name), null);
  elsif tg_op = 'DELETE' then
    if tg_table_name = 'passkeys' then
      perform note_activity(old.account_id, null, 'passkey-removed', json_build_object('name', old.name), null);
    else
      perform note_activity(old.account_id, null, 'two-step-off', '{}', null);
    end if;
  else
    select created_at < new.created_at into is_older from accounts where id = new.account_id;
    if is_older and tg_table_name = 'passkeys' then
      perform note_activity(new.account_id, new.created_at, 'passkey-added', json_build_object('name', new.name), null);
    elsif is_older then
      perform note_activity(new.account_id, new.created_at, 'two-step-on', '{}', null);
    end if;
  end if;
  return null;
end $$;

create trigger activities_of_new_devices after insert on told_devices
for each row execute function note_factor_activity();
create trigger activities_of_passkeys after insert or delete on passkeys
for each row execute function note_factor_activity();
create trigger activities_of_codes after insert or delete on one_time_codes
for each row execute function note_factor_activity();
create trigger activities_of_recovery_codes after update of used_at on recovery_codes
for each row when (old.used_at is null and new.used_at is not null) execute function note_factor_activity();
create trigger activities_of_trusted_devices after insert on trusted_devices
for each row execute function note_factor_activity();
create trigger activities_of_api_tokens after insert on api_tokens
for each row execute function note_factor_activity();

create function note_application_activity() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'receipts' then
    perform note_activity(new.account_id, new.at,
      case when new.kind = 'consent' then 'agreed' else 'choices-changed' end, '{}', new.application_id);
  elsif tg_table_name = 'grants' then
    perform note_activity(new.account_id, new.ended_at, 'tokens-reused', '{}', new.application_id);
  else
    perform note_activity(new.account_id, new.ended_at, 'disconnected', json_build_object('by', coalesce(
      (select u.ended_by from unlinked_applications u where u.id = new.application_id and u.epoch > old.epoch),
      new.ended_by, 'person')), new.application_id);
  end if;
  return null;
end $$;

create trigger activities_of_receipts after insert on receipts
for each row when (new.account_id is not null) execute function note_application_activity();
create trigger activities_of_connections after update of ended_at on connections
for each row when (old.ended_at is null and new.ended_at is not null) execute function note_application_activity();
create trigger activities_of_grants after update of ended_at on grants
for each row when (old.ended_at is null and new.ended_at is not null
  and new.end_reason in ('code-reused', 'refresh-token-reused')) execute function note_application_activity();

create function note_audited_activity() returns trigger language plpgsql as $$
begin
  perform note_activity(new.subject_id, new.at, 'operator-acted',
    json_build_object('role', new.role, 'action', new.action), new.application_id);
  return null;
end $$;

create trigger activities_of_audit after insert on audit_entries
for each row when (new.result = 'done' and new.role <> 'server' and new.subject_id is distinct from new.account_id)
execute function note_audited_activity();

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

-- The policy (contract 29): what operators decide while the server runs. A key without a row has its default.
create table policy (
  key text collate "C" primary key,
  -- Null: the default again.
  value json,
  -- Of the policy, by the change that wrote the row. It only rises, because rows stay.
  revision bigint not null,
  changed_at bigint not null
);

-- What each running process has locked, to tell processes that differ.
create table policy_processes (
  process_id text collate "C" primary key,
  -- A hash of the locked value by key.
  locks json not null,
  seen_at bigint not null
);
