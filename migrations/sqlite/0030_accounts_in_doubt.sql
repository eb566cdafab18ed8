-- Accounts in doubt (contract 21).

-- A notice of danger that went to the address that stood before as well.
alter table mails add column to_former integer not null default 0 check (to_former in (0, 1));

-- Addresses in between get no link and are not reserved, and whoever changed back by hand left none to the address that
-- was lost: of an account, the change that came first stays.
delete from former_emails where exists (
  select 1 from former_emails f
  where f.account_id = former_emails.account_id and f.changed_at < former_emails.changed_at
    and f.expires_at > former_emails.changed_at);
delete from former_emails where exists (
  select 1 from accounts a where a.id = former_emails.account_id and a.email_key = former_emails.email_key);
