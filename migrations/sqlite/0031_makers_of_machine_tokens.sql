-- Who made a machine token (contract 29): the id of an account, kept when the account is gone, so that doctor can tell.
-- Null: the command line, or a version that did not say it.
alter table machine_tokens add column created_by text;
