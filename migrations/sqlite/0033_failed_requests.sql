-- Why sign-ins fail (contract 7): refused requests of an application in groups. Few values of each cause, for fourteen
-- days, since anybody who knows an API key can cause a refusal.
create table failed_requests (
  application_id text not null references applications (id) on delete cascade,
  -- The code of the refusal.
  cause text not null,
  -- Empty where none of the application's was named, and where no value is kept.
  api_key text not null,
  sent_value text not null,
  count integer not null,
  first_at integer not null,
  last_at integer not null,
  primary key (application_id, cause, api_key, sent_value)
) strict, without rowid;

create index failed_requests_by_time on failed_requests (last_at);
