-- The tables of migrations/sqlite/0016_passkeys.sql.
create table passkeys (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  sign_count bigint not null,
  rp_id text collate "C" not null,
  name text not null,
  aaguid text collate "C" not null,
  transports json not null,
  backup_eligible boolean not null,
  backed_up boolean not null,
  created_at bigint not null,
  last_used_at bigint,
  counter_fell_at bigint
);

create index passkeys_by_account on passkeys (account_id, id);
create index passkeys_by_rp on passkeys (rp_id);

create table used_challenges (
  challenge_hash bytea primary key,
  expires_at bigint not null
);

create index used_challenges_by_end on used_challenges (expires_at);

alter table pending_sign_ups add column passkey json;
