-- The FAPI 2.0 Security Profile (contract 44).

-- Null: the ordinary rules.
alter table applications add column security_profile text;
-- Of grants that were made under FAPI 2.0: their refresh token is not rotated.
alter table grants add column keeps_refresh_token integer not null default 0
  check (keeps_refresh_token in (0, 1));
