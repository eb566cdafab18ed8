-- Changes of the e-mail address (contract 21).

-- A change that takes effect once its address is proven. At most one for an account; its proofs are in email_proofs, with the
-- purpose change.
create table email_changes (
  account_id text primary key references accounts (id) on delete cascade,
  -- The new address.
  email text not null,
  email_key text not null,
  -- Of the account when it was asked for: the change is over when sign-ins were ended since.
  sign_in_epoch integer not null,
  -- When the first of the changes was asked for that followed each other without one taking effect.
  asked_at integer not null,
  expires_at integer not null
) strict, without rowid;

create index email_changes_by_end on email_changes (expires_at);

-- A verified address that an account gave up. Until the row expires, its link takes the change back, and no other account
-- gets the address.
create table former_emails (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  email text not null,
  email_key text not null,
  -- SHA-256 of the secret in the link.
  token_hash blob not null unique,
  -- When the change was asked for: what was set up since goes when it is taken back.
  asked_at integer not null,
  changed_at integer not null,
  expires_at integer not null
) strict, without rowid;

create index former_emails_by_key on former_emails (email_key);
create index former_emails_by_account on former_emails (account_id, changed_at);
create index former_emails_by_end on former_emails (expires_at);

-- Those from before this version are older than every change that can be taken back.
alter table recovery_codes add column created_at integer not null default 0;

-- The column of migration 0013 lacked the check that every flag has.
alter table consent_items rename column verified to verified_unchecked;
alter table consent_items add column verified integer check (verified in (0, 1));
update consent_items set verified = verified_unchecked where verified_unchecked is not null;
alter table consent_items drop column verified_unchecked;
