-- How old a second factor is (contract 24): as old as the one that was shown when it was set up.
-- Since when the account has the factor that this one was set up behind. Null: behind none, it is as old as itself.
alter table one_time_codes add column known_since bigint;
alter table passkeys add column known_since bigint;
-- What else than the password was shown then. Null: a program from before this version does not say.
alter table one_time_codes add column set_up_behind text collate "C" check (set_up_behind in ('nothing', 'mail', 'factor'));
alter table passkeys add column set_up_behind text collate "C" check (set_up_behind in ('nothing', 'mail', 'factor'));
-- The age of the factor that was shown in this session at its last authentication. Null: none was.
alter table sessions add column factor_since bigint;
