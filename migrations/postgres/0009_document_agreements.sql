-- Which version of a document of the service a person agreed to, and when: the table of
-- migrations/sqlite/0009_document_agreements.sql.
create table document_agreements (
  account_id text collate "C" not null references accounts (id) on delete cascade,
  document_id text collate "C" not null,
  document_version text collate "C" not null,
  agreed_at bigint not null,
  withdrawn_at bigint,
  primary key (account_id, document_id, document_version)
);
