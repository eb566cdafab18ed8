-- Post-logout redirect URIs that were refused because the application has not registered them. At most twenty for each
-- application, for seven days: the newest, since anybody can cause a refusal.
create table refused_logout_uris (
  application_id text collate "C" not null references applications (id) on delete cascade,
  uri text collate "C" not null,
  refused_at bigint not null,
  primary key (application_id, uri)
);

create index refused_logout_uris_by_time on refused_logout_uris (refused_at);
