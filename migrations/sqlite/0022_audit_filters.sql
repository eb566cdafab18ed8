-- To list the audit of who acted, of whom it is about, and of one action (contract 61).
create index audit_entries_by_account on audit_entries (account_id, id) where account_id is not null;
create index audit_entries_by_subject on audit_entries (subject_id, id) where subject_id is not null;
create index audit_entries_by_action on audit_entries (action, id);
