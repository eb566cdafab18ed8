#!/bin/sh
# Run once by PostgreSQL's image, when it makes the database (compose.yaml): the servers' role owns their database and can do
# nothing else there. The superuser keeps no password, so that only `docker compose exec postgres psql -U postgres` is him.
set -eu
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres <<'SQL'
-- Not on a command line, where others of the machine could read it.
\getenv password POSTGRES_PASSWORD
create role latchkey login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'password';
create database latchkey owner latchkey encoding 'UTF8' template template0;
revoke all on database latchkey from public;
alter role current_user password null;
SQL
