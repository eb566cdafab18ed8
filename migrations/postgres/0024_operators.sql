-- The changes of migrations/sqlite/0024_operators.sql.
alter table accounts drop constraint accounts_role_check;
alter table accounts add constraint accounts_role_check check (role in ('user', 'owner', 'support', 'operator'));

create index accounts_by_role on accounts (role, (disabled_at is not null), email_key);
create index connections_by_sub on connections (sub);
create index subjects_by_sub on subjects (sub);
