-- What an application tells people, and for whom it is: the columns of migrations/sqlite/0007_application_texts.sql.

alter table applications add column company_name text;
alter table applications add column company_country text collate "C";
alter table consent_items add column retention text;

-- everyone, or team: only members of the application can sign in.
alter table applications add column audience text collate "C" not null default 'everyone' check (audience in ('everyone', 'team'));

-- Texts in other languages, in JSON: {"ko": {"name": "…"}}; null: none.
alter table applications add column translations json;
alter table consent_items add column translations json;
