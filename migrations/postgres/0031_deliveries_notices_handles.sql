-- Deliveries to applications (contract 60), mail that the mail server refuses, notices to unproven addresses
-- (contract 20), and handles of imported passkeys.

-- Why there was no answer to the last try, in a word. Null: there was an answer, or no try yet.
alter table event_deliveries add column no_answer text collate "C";
-- Until then the endpoint asked to be left alone (Retry-After): nothing is sent to it.
alter table event_endpoints add column rests_until bigint;

-- A mail that the mail server refuses by policy (5.7.x): with which answer, for the first time, and the last time. It is
-- tried again, because so are those to others where the server refuses everybody.
alter table mails add column refusal text collate "C";
alter table mails add column refused_since bigint;
alter table mails add column refused_at bigint;
create index mails_refused on mails (refused_at) where refused_at is not null;

-- That the mail server refuses the mail of this server, whoever it goes to: with which answer, since when, and when it
-- was last seen.
create table mail_troubles (
  reason text collate "C" primary key,
  -- What it refuses: the sender, or recipients.
  refused text collate "C" not null check (refused in ('sender', 'recipient')),
  since bigint not null,
  last_at bigint not null
);

create index mail_troubles_by_end on mail_troubles (last_at);
create index mail_troubles_by_refused on mail_troubles (refused);

-- Notices of accounts whose address nobody proved (contract 20): when the account had its first, and its last.
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

-- What the authenticator of an imported passkey calls its account (contract 23, 30). Null: the id of the account.
alter table passkeys add column user_handle bytea check (octet_length(user_handle) between 1 and 64);
