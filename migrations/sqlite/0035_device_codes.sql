-- Sign-in on devices without a browser (contract 43).

-- The grant types of the application: a JSON list.
alter table applications add column grant_types text not null default '["authorization_code","refresh_token"]';

-- What a device asked for, until somebody confirmed or denied it and the device has learnt so.
create table device_codes (
  id text primary key,
  -- SHA-256 of the code that the device presents.
  code_hash blob not null unique,
  -- Keyed hash of the code that a person types.
  user_code_hash blob not null unique,
  api_key text not null,
  application_id text not null references applications (id) on delete cascade,
  -- JSON. Null: the request had no scope.
  requested_scope text,
  created_at integer not null,
  expires_at integer not null,
  -- How long the device has to wait between two polls, in ms.
  poll_interval integer not null,
  -- From then on a poll is in time.
  next_poll_at integer not null,
  -- Whether a poll came too early since the last one that was in time.
  slowed integer not null default 0 check (slowed in (0, 1)),
  -- Null: nobody has answered yet.
  answer text check (answer in ('confirmed', 'denied')),
  -- What it was confirmed for. Its code is known to nobody, so that it is redeemed by the device code alone.
  grant_id text,
  check ((grant_id is not null) = (answer is not null and answer = 'confirmed'))
) strict, without rowid;

create index device_codes_by_end on device_codes (expires_at);
create index device_codes_by_application on device_codes (application_id);

create trigger activities_device_confirmed after update of grant_id on device_codes when new.grant_id is not null
begin
  insert into activities (account_id, at, kind, application_id)
  select g.account_id, g.created_at, 'device-confirmed', g.application_id from grants g where g.id = new.grant_id;
end;
