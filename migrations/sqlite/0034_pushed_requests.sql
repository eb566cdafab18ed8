-- Pushed authorization requests (contract 42).

-- Every authorization request must have been pushed.
alter table applications add column require_pushed_requests integer not null default 0
  check (require_pushed_requests in (0, 1));

create table pushed_requests (
  -- SHA-256 of its request_uri.
  uri_hash blob primary key,
  -- What the code spends that is issued for it (grants.stamp_hash).
  stamp_hash blob not null,
  -- Who pushed it.
  api_key text not null,
  -- As a query, without the client's credentials.
  parameters text not null,
  -- Until then any browser may open it.
  expires_at integer not null,
  -- Until then a browser that opened it may go on.
  kept_until integer not null
) strict, without rowid;

create index pushed_requests_by_end on pushed_requests (kept_until);
