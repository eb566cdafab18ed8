-- Clients that nobody registered by hand (contract 46). Each is an application that nobody owns, whose only API key is the
-- URL of its document.

alter table applications alter column owner_id drop not null;
alter table applications add column document_url text collate "C";
create unique index applications_by_document on applications (document_url) where document_url is not null;

-- The document as it was fetched last stands in the application; here, until when that counts. Without a row the client
-- has to show its document again.
create table client_documents (
  application_id text collate "C" primary key references applications (id) on delete cascade,
  -- With the port, if the URL names one.
  host text collate "C" not null,
  -- The document has to be fetched again then.
  kept_until bigint not null,
  -- The last fetch, or the last token, to the hour.
  used_at bigint not null
);
create index client_documents_by_host on client_documents (host);
create index client_documents_by_use on client_documents (used_at);

-- Hosts whose documents operators do not take.
create table blocked_client_hosts (
  host text collate "C" primary key,
  blocked_at bigint not null
);

-- The purge takes the row; with it goes what the document said. A connection stays, and with it the name of the client.
create function client_document_gone() returns trigger language plpgsql as $$
begin
  delete from platforms where application_id = old.application_id;
  delete from redirect_uris where application_id = old.application_id;
  update applications set jwks = null, jwks_uri = null, version = version + 1 where id = old.application_id;
  delete from applications where id = old.application_id and not exists (
    select 1 from connections where application_id = old.application_id);
  return null;
end $$;
create trigger client_documents_gone after delete on client_documents
  for each row execute function client_document_gone();
