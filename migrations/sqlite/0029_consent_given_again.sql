-- An item that was registered anew counts as not agreed to until the person agrees again. The application hears
-- of that as of any other agreement (contract 60).
drop trigger events_consent_changed;
create trigger events_consent_changed after update of answers on connections
when old.ended_at is null and new.ended_at is null and new.epoch = old.epoch and new.answers is not old.answers
begin
  insert into events (application_id, sub, type, data)
  select new.application_id, new.sub, 'consent.changed', json_object('agreed', json(agreed), 'withdrawn', json(withdrawn))
  from (
    select
      (select json_group_array(key order by key) from json_each(new.answers)
       where json_extract(value, '$.agreed') = 1
         and (coalesce(json_extract(old.answers, '$.' || key || '.agreed'), 0) = 0 or exists (
           select 1 from consent_items i
           where i.application_id = new.application_id and i.item = key
             and json_extract(old.answers, '$.' || key || '.answeredAt') < i.created_at
             and json_extract(value, '$.answeredAt') >= i.created_at))) as agreed,
      (select json_group_array(key order by key) from json_each(new.answers)
       where json_extract(value, '$.agreed') = 0
         and coalesce(json_extract(old.answers, '$.' || key || '.agreed'), 0) = 1) as withdrawn
    from applications a where a.id = new.application_id and a.records_events = 1)
  where agreed <> '[]' or withdrawn <> '[]';
end;
