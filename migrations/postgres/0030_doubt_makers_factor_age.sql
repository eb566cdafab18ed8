-- Accounts in doubt (contract 21).

-- A notice of danger that went to the address that stood before as well.
alter table mails add column to_former boolean not null default false;

-- Addresses in between get no link and are not reserved, and whoever changed back by hand left none to the address that
-- was lost: of an account, the change that came first stays.
delete from former_emails later using former_emails f
where f.account_id = later.account_id and f.changed_at < later.changed_at and f.expires_at > later.changed_at;
delete from former_emails f using accounts a where a.id = f.account_id and a.email_key = f.email_key;

-- Who made a machine token, as migrations/sqlite/0030_doubt_makers_factor_age.sql explains it.
alter table machine_tokens add column created_by text collate "C";

-- How old a second factor is (contract 24): as old as the one that was shown when it was set up.
-- Since when the account has the factor that this one was set up behind. Null: behind none, it is as old as itself.
alter table one_time_codes add column known_since bigint;
alter table passkeys add column known_since bigint;
-- What else than the password was shown then. Null: a program from before this version does not say.
alter table one_time_codes add column set_up_behind text collate "C" check (set_up_behind in ('nothing', 'mail', 'factor'));
alter table passkeys add column set_up_behind text collate "C" check (set_up_behind in ('nothing', 'mail', 'factor'));
-- The age of the factor that was shown in this session at its last authentication. Null: none was.
alter table sessions add column factor_since bigint;

-- A passkey that was bound to its device may be synced from now on (contract 23); the person sees it (contract 27).
create function note_synced_passkey() returns trigger language plpgsql as $$
begin
  perform note_activity(new.account_id, new.last_used_at, 'passkey-synced', json_build_object('name', new.name), null);
  return null;
end $$;

create trigger activities_of_synced_passkeys after update of backup_eligible on passkeys
for each row when (new.backup_eligible and not old.backup_eligible) execute function note_synced_passkey();

-- On PostgreSQL an insert that replaces a row is an update, which a trigger refuses already.
