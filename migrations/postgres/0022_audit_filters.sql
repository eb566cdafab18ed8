-- The indexes of migrations/sqlite/0022_audit_filters.sql.
create index audit_entries_by_account on audit_entries (account_id, id) where account_id is not null;
create index audit_entries_by_subject on audit_entries (subject_id, id) where subject_id is not null;
create index audit_entries_by_action on audit_entries (action, id);
