-- Notices of accounts whose address nobody proved (contract 20): when the account had its first, and its last.
create table unproven_notices (
  account_id text primary key references accounts (id) on delete cascade,
  first_at integer not null,
  told_at integer not null
) strict, without rowid;

-- Another address has not been told, and one that is proven gets all notices.
create trigger unproven_notices_over after update of email, email_verified on accounts
when new.email_verified = 1 or new.email <> old.email
begin
  delete from unproven_notices where account_id = new.id;
end;
