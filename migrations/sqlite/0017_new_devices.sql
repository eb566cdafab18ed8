-- Mail about sign-ins from new devices (contract 26).

-- Rises when the account's known devices are forgotten. A device cookie from before no longer marks the account.
alter table accounts add column device_epoch integer not null default 0;

-- Of which browser family and network the account was told lately.
create table told_devices (
  account_id text not null references accounts (id) on delete cascade,
  -- HMAC under the server's secret.
  device_mac blob not null,
  expires_at integer not null,
  primary key (account_id, device_mac)
) strict, without rowid;

create index told_devices_by_end on told_devices (expires_at);
