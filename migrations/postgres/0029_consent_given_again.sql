-- An item that was registered anew counts as not agreed to until the person agrees again. The application hears
-- of that as of any other agreement (contract 60).
create or replace function record_connection_events() returns trigger language plpgsql as $$
declare
  was_live boolean := false;
  act record;
  agreed json;
  withdrawn json;
begin
  -- Asks for the endpoint itself: a move copies applications first, and endpoints last.
  if not exists (select 1 from event_endpoints where application_id = new.application_id) then return null; end if;
  if tg_op = 'UPDATE' then
    was_live := old.ended_at is null;
    if was_live and (new.ended_at is not null or new.epoch > old.epoch) then
      was_live := false;
      -- A connection with an older epoch than its application was ended by the act in unlinked_applications.
      select u.act, u.ended_by into act from unlinked_applications u
      where u.id = new.application_id and u.epoch > old.epoch;
      -- A program from before this version does not say who.
      perform record_event(new.application_id, new.sub, 'connection.ended',
        json_build_object('by', coalesce(act.ended_by, new.ended_by, 'person')), act.act);
    end if;
  end if;
  if new.ended_at is not null then return null; end if;
  if not was_live then
    perform record_event(new.application_id, new.sub, 'connection.created', '{}', null);
    return null;
  end if;
  select coalesce(json_agg(key order by key collate "C") filter (where is_agreed and (not was_agreed or was_before)), '[]'),
    coalesce(json_agg(key order by key collate "C") filter (where not is_agreed and was_agreed), '[]')
  into agreed, withdrawn
  from (
    select key, (value->>'agreed')::boolean as is_agreed,
      coalesce((old.answers->key->>'agreed')::boolean, false) as was_agreed,
      exists (
        select from consent_items i
        where i.application_id = new.application_id and i.item = key
          and (old.answers->key->>'answeredAt')::bigint < i.created_at and (value->>'answeredAt')::bigint >= i.created_at
      ) as was_before
    from json_each(new.answers)) answered;
  if agreed::text <> '[]' or withdrawn::text <> '[]' then
    perform record_event(new.application_id, new.sub, 'consent.changed',
      json_build_object('agreed', agreed, 'withdrawn', withdrawn), null);
  end if;
  return null;
end $$;
