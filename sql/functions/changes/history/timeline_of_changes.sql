-- Returns the newest changes and notices of a timeline, but no changes by its own events.
--
-- Those stand in their events (see changes_by_events). The rest has other causes: the clock, a new
-- definition, a household, an act. The log is kept for some days only.

create function api.timeline_of_changes(asked entitlements.timeline_query)
returns setof entitlements.timeline_entry
language plpgsql stable rows 50
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    if coalesce(asked.with_kind not in ('change', 'notice'), false) then
        return;
    end if;
    return query
    select newest.kind, newest.recorded_at, newest.place, (newest.entry).app_user_id,
           api.change_json(newest.entry)
      from (select logged.entry, (logged.entry).recorded_at, named.*
              from unnest(asked.app_user_ids) as own (id)
             cross join lateral (
                   select one as entry from entitlements.change_entries one
                    where one.tenant_id = _tenant_id and one.app_user_id = own.id
                   offset 0) as logged
             cross join lateral (
                   select case (logged.entry).kind when 'notice' then 'notice' else 'change' end
                              as kind,
                          'change ' || lpad((logged.entry).number::text, 19, '0') as place)
                   as named
             where coalesce(named.kind = asked.with_kind, true)
               and api.is_earlier((logged.entry).recorded_at, named.place, asked)
               and (named.kind = 'notice' or (logged.entry).cause <> 'event'
                    or coalesce((logged.entry).cause_id, '') not in (
                       select event.id from unnest(asked.event_ids) as event (id)
                        where event.id is not null))
             order by (logged.entry).recorded_at desc, named.place collate "C" desc
             limit asked.maximum) as newest;
end
$$;
