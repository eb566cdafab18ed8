-- The mail of a sign-up carries a link besides its code (contract 21): SHA-256 of the link's secret. Null: from before.
alter table pending_sign_ups add column token_hash bytea;

create unique index pending_sign_ups_by_token on pending_sign_ups (token_hash);
