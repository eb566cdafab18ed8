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
create index accounts_by_role on accounts (role, (disabled_at is not null), email_key);

-- The accounts that any application knows by a `sub`.
create index connections_by_sub on connections (sub);
create index subjects_by_sub on subjects (sub);
