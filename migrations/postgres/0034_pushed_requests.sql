-- Pushed authorization requests (contract 42).

-- Every authorization request must have been pushed.
alter table applications add column require_pushed_requests boolean not null default false;

create table pushed_requests (
  -- SHA-256 of its request_uri.
  uri_hash bytea primary key,
  -- What the code spends that is issued for it (grants.stamp_hash).
  stamp_hash bytea not null,
  -- Who pushed it.
  api_key text collate "C" not null,
  -- As a query, without the client's credentials.
  parameters text collate "C" not null,
  -- Until then any browser may open it.
  expires_at bigint not null,
  -- Until then a browser that opened it may go on.
  kept_until bigint not null
);

create index pushed_requests_by_end on pushed_requests (kept_until);
