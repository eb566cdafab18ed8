-- Accounts in doubt (contract 21).

-- A notice of danger that went to the address that stood before as well.
alter table mails add column to_former boolean not null default false;

-- Addresses in between get no link and are not reserved, and whoever changed back by hand left none to the address that
-- was lost: of an account, the change that came first stays.
delete from former_emails later using former_emails f
where f.account_id = later.account_id and f.changed_at < later.changed_at and f.expires_at > later.changed_at;
delete from former_emails f using accounts a where a.id = f.account_id and a.email_key = f.email_key;
