-- Deliveries to applications (contract 60), mail that the mail server refuses, notices to unproven addresses
-- (contract 20), and handles of imported passkeys.

-- Why there was no answer to the last try, in a word. Null: there was an answer, or no try yet.
alter table event_deliveries add column no_answer text;
-- Until then the endpoint asked to be left alone (Retry-After): nothing is sent to it.
alter table event_endpoints add column rests_until integer;

-- A mail that the mail server refuses by policy (5.7.x): with which answer, for the first time, and the last time. It is
-- tried again, because so are those to others where the server refuses everybody.
alter table mails add column refusal text;
alter table mails add column refused_since integer;
alter table mails add column refused_at integer;
create index mails_refused on mails (refused_at) where refused_at is not null;

-- That the mail server refuses the mail of this server, whoever it goes to: with which answer, since when, and when it
-- was last seen.
create table mail_troubles (
  reason text primary key,
  -- What it refuses: the sender, or recipients.
  refused text not null check (refused in ('sender', 'recipient')),
  since integer not null,
  last_at integer not null
) strict, without rowid;

create index mail_troubles_by_end on mail_troubles (last_at);
create index mail_troubles_by_refused on mail_troubles (refused);

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

-- What the authenticator of an imported passkey calls its account (contract 23, 30). Null: the id of the account.
alter table passkeys add column user_handle blob check (length(user_handle) between 1 and 64);
