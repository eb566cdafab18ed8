-- Keys of applications (contract 40): `private_key_jwt`.

-- A JWK set with public keys alone, or where it is fetched.
alter table applications add column jwks text;
alter table applications add column jwks_uri text;
-- How the Web key authenticates: `private_key_jwt`. Null: with client secrets, or by its key alone.
alter table applications add column token_endpoint_auth_method text;

-- JWTs of applications that were used: each is taken once.
create table spent_jwts (
  -- SHA-256 of whose it is, and of its `jti`.
  id_hash blob primary key,
  expires_at integer not null
) strict, without rowid;

create index spent_jwts_by_end on spent_jwts (expires_at);
