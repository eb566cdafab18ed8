-- Invitations that carry the ownership of an application (contract 3). Their role stays `editor`, which is what a process
-- from before this version makes of whoever accepts there.
alter table invitations add column ownership boolean not null default false;
