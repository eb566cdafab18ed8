-- What an application tells people (contract 3): who receives the data, how long each item is kept, and its texts in other
-- languages; and for whom it is.

alter table applications add column company_name text;
-- ISO 3166-1 alpha-2.
alter table applications add column company_country text;
alter table consent_items add column retention text;

-- everyone, or team: only members of the application can sign in.
alter table applications add column audience text not null default 'everyone' check (audience in ('everyone', 'team'));

-- Texts in other languages, in JSON: {"ko": {"name": "…"}}; null: none.
alter table applications add column translations text;
alter table consent_items add column translations text;
