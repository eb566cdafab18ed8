-- Back-channel logouts that were given up, as operators see them (contract 29). Their rows in session_clients are gone, and nothing
-- here names a person or a session.
create table given_up_logouts (
  id text primary key,
  application_id text not null,
  -- When the session ended.
  created_at integer not null,
  -- When the message was given up.
  ended_at integer not null,
  tries integer not null,
  failure text not null
) strict, without rowid;

create index given_up_logouts_by_end on given_up_logouts (ended_at);

-- Few of the deliveries of 30 days were given up.
create index event_deliveries_given_up on event_deliveries (ended_at) where failure is not null;
