-- What the authenticator of an imported passkey calls its account (contract 23, 30). Null: the id of the account.
alter table passkeys add column user_handle bytea check (octet_length(user_handle) between 1 and 64);
