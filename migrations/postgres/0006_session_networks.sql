-- The column of migrations/sqlite/0006_session_networks.sql.
alter table sessions add column network text collate "C" not null default '';
