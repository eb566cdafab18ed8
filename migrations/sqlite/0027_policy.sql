-- The policy (contract 29): what operators decide while the server runs. A key without a row has its default.
create table policy (
  key text primary key,
  -- JSON; null: the default again.
  value text,
  -- Of the policy, by the change that wrote the row. It only rises, because rows stay.
  revision integer not null,
  changed_at integer not null
) strict, without rowid;

-- What each running process has locked, to tell processes that differ.
create table policy_processes (
  process_id text primary key,
  -- A JSON object: a hash of the locked value by key.
  locks text not null,
  seen_at integer not null
) strict, without rowid;
