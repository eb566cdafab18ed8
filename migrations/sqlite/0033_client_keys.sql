-- Keys of applications (contract 40, 41): `private_key_jwt` and DPoP.

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

-- Every token request must have a proof of a key (DPoP).
alter table applications add column dpop_bound_access_tokens integer not null default 0
  check (dpop_bound_access_tokens in (0, 1));
-- The thumbprint of the key that a code, or else its family, is bound to; of the key that an access token is bound to.
alter table grants add column dpop_jkt text;
alter table access_tokens add column dpop_jkt text;
