-- Returns a page of what happened to an app user under any of their ids, newest first.
--
-- Called with a support key or more. Events have what they changed in `changes`; other changes
-- are entries of their own, with their cause. An id that no app user has may have events.
-- `before_recorded_at` and `before_place` are the last row of the previous page, null for the first
-- page. Each source is asked for one page only, and the newest of all are taken.
-- Null: with_kind, before_recorded_at, before_place.

create function api.list_timeline(
    app_user_id text, with_kind text, page_limit integer, before_recorded_at timestamptz,
    before_place text)
returns table (recorded_at timestamptz, place text, answer json)
language plpgsql stable rows 100
set plan_cache_mode = force_generic_plan
as $$
declare
    _query entitlements.timeline_query := row(
        array(select distinct id from unnest(
                  api.ids_of_app_user(list_timeline.app_user_id) || list_timeline.app_user_id)
              as named (id)),
        null, null, null, list_timeline.with_kind,
        coalesce(list_timeline.before_recorded_at, 'infinity'),
        coalesce(list_timeline.before_place, ''), list_timeline.page_limit);
    _entries entitlements.timeline_entry[];
    _shown text[];
begin
    if coalesce(_query.with_kind in (
                    'webhook_event', 'transfer', 'import', 'change', 'notice'), true) then
        select array_agg(event.event_id), array_agg(event.kind), array_agg(event.received_at)
          into _query.event_ids, _query.event_kinds, _query.events_received_at
          from api.events_of_ids(_query.app_user_ids) as event;
    end if;
    select array_agg(page.entry order by (page.entry).recorded_at desc,
                     (page.entry).place collate "C" desc)
      into _entries
      from (select entry
              from (select entry from api.timeline_of_events(_query) as entry
                     union all
                    select entry from api.timeline_of_snapshots(_query) as entry
                     union all
                    select entry from api.timeline_of_memberships(_query) as entry
                     union all
                    select entry from api.timeline_of_audit(_query) as entry
                     union all
                    select entry from api.timeline_of_notes(_query) as entry
                     union all
                    select entry from api.timeline_of_wings(_query) as entry) as merged (entry)
             order by (entry).recorded_at desc, (entry).place collate "C" desc
             limit list_timeline.page_limit) as page;
    _shown := array(
        select case when entry.kind in ('webhook_event', 'transfer')
                    then substr(entry.place, length('event ') + 1) end
          from unnest(_entries) as entry);
    return query
    select entry.recorded_at, entry.place,
           json_build_object(
               'kind', entry.kind, 'recorded_at', api.rfc3339(entry.recorded_at),
               'app_user_id', entry.app_user_id, 'data', entry.data,
               'changes', coalesce(changed.changes, '[]'))
      from unnest(_entries) with ordinality as entry
      left join api.changed_in_wings(
                    _query.app_user_ids, array_remove(_shown, null)) as changed
        on changed.event_id = _shown[entry.ordinality]
     order by entry.ordinality;
end
$$;
