-- People see when new recovery codes were made (contract 27): they end the old ones, so whoever makes them shuts others out.
-- Once for each set of codes. Those that one-time codes begin with are no act of their own.
create function note_recovery_codes_activity() returns trigger language plpgsql as $$
begin
  perform note_activity(account_id, created_at, 'recovery-codes-made', '{}', null)
  from (
    select distinct m.account_id, m.created_at
    from made m join one_time_codes c on c.account_id = m.account_id and c.created_at < m.created_at
  ) as sets;
  return null;
end $$;

create trigger activities_of_new_recovery_codes after insert on recovery_codes
referencing new table as made for each statement execute function note_recovery_codes_activity();
