-- Notices of accounts whose address nobody proved: the table of migrations/sqlite/0031_unproven_notices.sql.
create table unproven_notices (
  account_id text collate "C" primary key references accounts (id) on delete cascade,
  first_at bigint not null,
  told_at bigint not null
);

-- Another address has not been told, and one that is proven gets all notices.
create function end_unproven_notices() returns trigger language plpgsql as $$
begin
  delete from unproven_notices where account_id = new.id;
  return null;
end $$;

create trigger unproven_notices_over after update of email, email_verified on accounts
for each row when (new.email_verified or new.email <> old.email) execute function end_unproven_notices();
