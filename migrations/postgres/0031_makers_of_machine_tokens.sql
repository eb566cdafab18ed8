-- Who made a machine token, as migrations/sqlite/0033_makers_of_machine_tokens.sql explains it.
alter table machine_tokens add column created_by text;
