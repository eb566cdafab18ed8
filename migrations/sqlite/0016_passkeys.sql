-- Passkeys of accounts (contract 23).
create table passkeys (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  -- The authenticator's name for it. One that any account has is refused.
  credential_id blob not null unique,
  -- COSE_Key.
  public_key blob not null,
  -- The signature counter; 0: the authenticator has none.
  sign_count integer not null,
  -- The relying party that it was created for.
  rp_id text not null,
  name text not null,
  -- Which authenticator made it, as it says itself.
  aaguid text not null,
  -- A JSON list: hints for the browser.
  transports text not null,
  -- Whether it may be synced to other devices, which never changes, and whether it is.
  backup_eligible integer not null check (backup_eligible in (0, 1)),
  backed_up integer not null check (backed_up in (0, 1)),
  created_at integer not null,
  last_used_at integer,
  -- When the counter of a synced passkey last fell.
  counter_fell_at integer
) strict, without rowid;

create index passkeys_by_account on passkeys (account_id, id);
create index passkeys_by_rp on passkeys (rp_id);

-- SHA-256 of challenges that were answered, until they are over.
create table used_challenges (
  challenge_hash blob primary key,
  expires_at integer not null
) strict, without rowid;

create index used_challenges_by_end on used_challenges (expires_at);

-- A sign-up with a passkey instead of a password, whose hash is then empty.
alter table pending_sign_ups add column passkey text;
