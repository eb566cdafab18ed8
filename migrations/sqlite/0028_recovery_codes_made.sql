-- People see when new recovery codes were made (contract 27): they end the old ones, so whoever makes them shuts others out.
-- Once for each set of codes. Those that one-time codes begin with are no act of their own.
create trigger activities_recovery_codes_made after insert on recovery_codes
when (select count(*) from recovery_codes where account_id = new.account_id and created_at = new.created_at) = 1
begin
  insert into activities (account_id, at, kind)
  select account_id, new.created_at, 'recovery-codes-made'
  from one_time_codes where account_id = new.account_id and created_at < new.created_at;
end;
