-- Sign-in on devices without a browser (contract 43).

-- The grant types of the application.
alter table applications add column grant_types json not null default '["authorization_code","refresh_token"]';

-- What a device asked for, until somebody confirmed or denied it and the device has learnt so.
create table device_codes (
  id text collate "C" primary key,
  -- SHA-256 of the code that the device presents.
  code_hash bytea not null unique,
  -- Keyed hash of the code that a person types.
  user_code_hash bytea not null unique,
  api_key text collate "C" not null,
  application_id text collate "C" not null references applications (id) on delete cascade,
  -- Null: the request had no scope.
  requested_scope json,
  created_at bigint not null,
  expires_at bigint not null,
  -- How long the device has to wait between two polls, in ms.
  poll_interval integer not null,
  -- From then on a poll is in time.
  next_poll_at bigint not null,
  -- Whether a poll came too early since the last one that was in time.
  slowed boolean not null default false,
  -- Null: nobody has answered yet.
  answer text collate "C" check (answer in ('confirmed', 'denied')),
  -- What it was confirmed for. Its code is known to nobody, so that it is redeemed by the device code alone.
  grant_id text collate "C",
  check ((grant_id is not null) = (answer is not null and answer = 'confirmed'))
);

create index device_codes_by_end on device_codes (expires_at);
create index device_codes_by_application on device_codes (application_id);

create function note_confirmed_device() returns trigger language plpgsql as $$
begin
  perform note_activity(g.account_id, g.created_at, 'device-confirmed', '{}', g.application_id)
  from grants g where g.id = new.grant_id;
  return null;
end $$;

create trigger activities_of_devices after update of grant_id on device_codes
for each row when (new.grant_id is not null) execute function note_confirmed_device();
