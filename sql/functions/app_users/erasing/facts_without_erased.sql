-- Returns the facts of an event without ids that were erased; null if it names none of them.
--
-- `failure` is the code that applying it raised: a trigger refuses an erased id.
-- An event that happened after an erasure and is about the id (it is the event's app user, or a
-- transfer moves to it) is about a new app user: the ids beside it are readmitted, and the facts
-- stay. Any other leaves erased ids out, as it leaves out the names of erased app users, and is put
-- aside if it names no other app user (`is_settled`). They leave its body, too.
-- Idempotent: an id that was readmitted or left out is not found again.
-- Locks: the event, which the caller has locked.

create function api.facts_without_erased(
    event_id text, facts jsonb, received_at timestamptz, failure text)
returns jsonb
language plpgsql volatile
as $$
declare
    _facts constant jsonb := facts_without_erased.facts;
    -- The facts of an event that was not understood lack its time.
    _happened_at constant timestamptz := least(
        (_facts ->> 'occurred_at')::timestamptz, facts_without_erased.received_at, (
        select to_timestamp(parsed.milliseconds::text::numeric / 1000)
          from entitlements.webhook_events event
         cross join lateral (
               select entitlements.event_of_body(event.body) -> 'event_timestamp_ms')
               as parsed (milliseconds)
         where event.tenant_id = entitlements.current_tenant_id()
           and event.event_id = facts_without_erased.event_id
           and jsonb_typeof(parsed.milliseconds) = 'number'
           and parsed.milliseconds between '0' and '4102444800000'));
    _erased text[];
    _renewed text[];
    _left jsonb;
    _is_lost boolean;
begin
    if facts_without_erased.failure <> 'app_user_not_found' then
        return null;
    end if;
    select array_agg(distinct named.id),
           array_agg(distinct named.list) filter (
               where named.is_own and named.erased_at < _happened_at)
      into _erased, _renewed
      from (select list.name as list, mention.id, api.kept_out_since(mention.id) as erased_at,
                   list.name = 'transferred_to' or list.name = 'app_user_ids'
                       and mention.id = coalesce(_facts ->> 'app_user_id',
                                              _facts -> 'app_user_ids' ->> 0) as is_own
              from (values ('app_user_ids'), ('transferred_from'), ('transferred_to'))
                       as list (name)
             cross join lateral jsonb_array_elements_text(_facts -> list.name) as mention (id))
               as named
     where named.erased_at is not null;
    if _erased is null then
        return null;
    elsif _renewed is not null then
        perform api.readmit_ids(array(
            select mention.id from unnest(_renewed) as list (name)
             cross join lateral jsonb_array_elements_text(_facts -> list.name) as mention (id)));
        return _facts;
    end if;
    _erased := _erased || array( -- Ids that no app user has beside them.
        select mention.id
          from (values ('app_user_ids'), ('transferred_from'), ('transferred_to')) as list (name)
         cross join lateral jsonb_array_elements_text(_facts -> list.name) as mention (id)
         where _facts -> list.name ?| _erased and not exists (
               select from jsonb_array_elements_text(_facts -> list.name) as beside (id)
                 join entitlements.app_user_ids known
                   on known.tenant_id = entitlements.current_tenant_id()
                  and known.app_user_id = beside.id));
    select jsonb_object_agg(list.name, (
               select coalesce(jsonb_agg(mention.id order by mention.place), '[]')
                 from jsonb_array_elements_text(_facts -> list.name) with ordinality
                      as mention (id, place)
                where mention.id <> all (_erased)))
      into _left
      from (values ('app_user_ids'), ('transferred_from'), ('transferred_to')) as list (name)
     where _facts ? list.name;
    _is_lost := case _facts ->> 'kind'
        when 'transfer' then '[]' in (_left -> 'transferred_from', _left -> 'transferred_to')
        else _left -> 'app_user_ids' = '[]' end;
    _left := _facts || _left || jsonb_build_object(
        'unread', coalesce(_facts -> 'unread', '[]') || '["app_user_erased"]');
    if _left ->> 'app_user_id' = any (_erased) then
        _left := _left - 'attributes' || jsonb_build_object(
            'app_user_id', _left -> 'app_user_ids' -> 0);
    end if;
    if _is_lost then
        _left := _left - 'app_user_id' || '{"kind": "unknown"}';
    end if;
    if coalesce(_left -> 'app_user_ids', '[]') = '[]'
       and coalesce(_left -> 'transferred_from' || (_left -> 'transferred_to'), '[]') = '[]' then
        _left := _left || '{"is_settled": true}';
    end if;
    perform api.leave_out(facts_without_erased.event_id, _erased, _left);
    return _left;
end
$$;
