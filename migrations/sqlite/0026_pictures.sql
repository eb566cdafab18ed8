-- Pictures that people uploaded (contract 27, decision 61).
create table account_pictures (
  account_id text primary key references accounts (id) on delete cascade,
  -- `picture` of the profile is `upload:` and this id.
  id text not null,
  -- WebP.
  image blob not null,
  uploaded_at integer not null
) strict, without rowid;

-- A picture that its profile no longer names is gone, whoever changed the profile.
create trigger account_pictures_unnamed after update of profile on accounts
when json_extract(new.profile, '$.picture') is not json_extract(old.profile, '$.picture')
begin
  delete from account_pictures
  where account_id = new.id and 'upload:' || id is not json_extract(new.profile, '$.picture');
end;
