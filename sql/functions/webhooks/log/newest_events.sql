-- Returns the newest events of a span: of one status, of one type, or of both.
--
-- They come in no order. Each status and type is a range of an index, of which `page_limit` rows
-- are read at most, with those of the last row's moment. So is the status of events that were not
-- applied. Applied events are of types that Hearth knows, which are few: each is asked.
-- Null: with_status, with_type.

create function api.newest_events(
    with_status text, with_type text, received_from timestamptz, received_until timestamptz,
    before_received_at timestamptz, before_event_id text, page_limit integer)
returns setof entitlements.webhook_events
language plpgsql stable rows 100
set plan_cache_mode = force_generic_plan
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _newest constant timestamptz := least(
        newest_events.before_received_at, newest_events.received_until);
    _statuses constant text[] := case when newest_events.with_status is null
        then array['applied', 'stored', 'failed'] else array[newest_events.with_status] end;
    _types constant text[] := case when newest_events.with_type is not null
        then array[newest_events.with_type]
        else api.applied_event_types() end;
begin
    if newest_events.with_type is null and newest_events.with_status <> 'applied' then
        return query
        select event.* -- In the order of the index, which lacks the id.
          from entitlements.webhook_events event
         where event.tenant_id = _tenant_id and event.status <> 'applied'
           and event.status = newest_events.with_status
           and event.received_at >= newest_events.received_from
           and event.received_at < newest_events.received_until
           and event.received_at <= newest_events.before_received_at
           and (event.received_at < newest_events.before_received_at
                or event.event_id < newest_events.before_event_id)
         order by event.received_at desc
         fetch first (newest_events.page_limit) rows with ties;
        return;
    end if;
    return query
    select newest.*
      from unnest(_statuses) as wanted (status)
     cross join unnest(_types) as kind (type)
     cross join lateral (
           select event.* -- plans: rule 3
             from entitlements.webhook_events event
            -- Rows, not single columns: no index but the one by type is in this order.
            where event.tenant_id = _tenant_id
              and (event.status, event.event_type, event.received_at)
                  >= (wanted.status, kind.type, newest_events.received_from)
              and (event.status, event.event_type, event.received_at)
                  <= (wanted.status, kind.type, _newest)
              and event.received_at < newest_events.received_until
              and (event.received_at < newest_events.before_received_at
                   or event.event_id < newest_events.before_event_id)
            order by event.status desc, event.event_type desc, event.received_at desc
            fetch first (newest_events.page_limit) rows with ties) as newest;
end
$$;
