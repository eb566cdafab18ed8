-- The policy (contract 29): what operators decide while the server runs. A key without a row has its default.
create table policy (
  key text collate "C" primary key,
  -- Null: the default again.
  value json,
  -- Of the policy, by the change that wrote the row. It only rises, because rows stay.
  revision bigint not null,
  changed_at bigint not null
);

-- What each running process has locked, to tell processes that differ.
create table policy_processes (
  process_id text collate "C" primary key,
  -- A hash of the locked value by key.
  locks json not null,
  seen_at bigint not null
);
