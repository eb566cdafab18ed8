-- Why sign-ins fail (contract 7): refused requests of an application in groups. Few values of each cause, for fourteen
-- days, since anybody who knows an API key can cause a refusal.
create table failed_requests (
  application_id text collate "C" not null references applications (id) on delete cascade,
  -- The code of the refusal.
  cause text collate "C" not null,
  -- Empty where none of the application's was named, and where no value is kept.
  api_key text collate "C" not null,
  sent_value text collate "C" not null,
  count bigint not null,
  first_at bigint not null,
  last_at bigint not null,
  primary key (application_id, cause, api_key, sent_value)
);

create index failed_requests_by_time on failed_requests (last_at);
