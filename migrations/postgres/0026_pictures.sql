-- Pictures that people uploaded (contract 27, decision 61).
create table account_pictures (
  account_id text collate "C" primary key references accounts (id) on delete cascade,
  -- `picture` of the profile is `upload:` and this id.
  id text collate "C" not null,
  -- WebP.
  image bytea not null,
  uploaded_at bigint not null
);

-- A picture that its profile no longer names is gone, whoever changed the profile.
create function remove_unnamed_picture() returns trigger language plpgsql as $$
begin
  delete from account_pictures
  where account_id = new.id and 'upload:' || id is distinct from new.profile->>'picture';
  return null;
end $$;

create trigger account_pictures_unnamed after update of profile on accounts
for each row when (new.profile->>'picture' is distinct from old.profile->>'picture')
execute function remove_unnamed_picture();
