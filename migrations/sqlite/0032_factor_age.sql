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
