-- `insert or replace` deletes the row that it replaces without asking the triggers for deletion.
create trigger audit_entries_new before insert on audit_entries
when exists (select 1 from audit_entries where id = new.id)
begin select raise(abort, 'Audit entries are never changed'); end;

create trigger audit_seals_new before insert on audit_seals
when exists (select 1 from audit_seals where number = new.number or mac = new.mac)
begin select raise(abort, 'Audit seals are never changed'); end;
