-- Which version of a document of the service a person agreed to, and when (contract 28). A withdrawn agreement stays,
-- with both times. The confirmation of the age is a row as well: document_id is 'minimum-age', document_version the age.
create table document_agreements (
  account_id text not null references accounts (id) on delete cascade,
  document_id text not null,
  document_version text not null,
  agreed_at integer not null,
  withdrawn_at integer,
  primary key (account_id, document_id, document_version)
) strict, without rowid;
