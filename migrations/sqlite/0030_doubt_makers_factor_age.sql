-- Accounts in doubt (contract 21).

-- A notice of danger that went to the address that stood before as well.
alter table mails add column to_former integer not null default 0 check (to_former in (0, 1));

-- Addresses in between get no link and are not reserved, and whoever changed back by hand left none to the address that
-- was lost: of an account, the change that came first stays.
delete from former_emails where exists (
  select 1 from former_emails f
  where f.account_id = former_emails.account_id and f.changed_at < former_emails.changed_at
    and f.expires_at > former_emails.changed_at);
delete from former_emails where exists (
  select 1 from accounts a where a.id = former_emails.account_id and a.email_key = former_emails.email_key);

-- Who made a machine token (contract 29): the id of an account, kept when the account is gone, so that doctor can tell.
-- Null: the command line, or a version that did not say it.
alter table machine_tokens add column created_by text;

-- How old a second factor is (contract 24): as old as the one that was shown when it was set up.
-- Since when the account has the factor that this one was set up behind. Null: behind none, it is as old as itself.
alter table one_time_codes add column known_since integer;
alter table passkeys add column known_since integer;
-- What else than the password was shown then. Null: a program from before this version does not say.
alter table one_time_codes add column set_up_behind text check (set_up_behind in ('nothing', 'mail', 'factor'));
alter table passkeys add column set_up_behind text check (set_up_behind in ('nothing', 'mail', 'factor'));
-- The age of the factor that was shown in this session at its last authentication. Null: none was.
alter table sessions add column factor_since integer;

-- A passkey that was bound to its device may be synced from now on (contract 23); the person sees it (contract 27).
create trigger activities_passkey_synced after update of backup_eligible on passkeys
when new.backup_eligible = 1 and old.backup_eligible = 0
begin
  insert into activities (account_id, at, kind, data)
  select id, new.last_used_at, 'passkey-synced', json_object('name', new.name) from accounts where id = new.account_id;
end;

-- `insert or replace` deletes the row that it replaces without asking the triggers for deletion.
create trigger audit_entries_new before insert on audit_entries
when exists (select 1 from audit_entries where id = new.id)
begin select raise(abort, 'Audit entries are never changed'); end;

create trigger audit_seals_new before insert on audit_seals
when exists (select 1 from audit_seals where number = new.number or mac = new.mac)
begin select raise(abort, 'Audit seals are never changed'); end;
