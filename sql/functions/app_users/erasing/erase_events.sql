-- Takes the ids of an erased app user out of their events, and queues what is left for a worker.
--
-- It does the first `maximum` itself: those that became no evidence come first, and must not be
-- tried again. The caller has renamed the ids.
-- security definer because hearth_server may not delete what events name.
-- Idempotent: an event has one row in the queue for each erasure.
-- Locks: the events, skipping locked ones.

create function api.erase_events(
    event_ids text[], erasure_id uuid, app_user_ids text[], names text[], maximum integer)
returns void
language plpgsql volatile security definer
as $$
declare
    _event_id text;
    _left text[] := erase_events.event_ids[erase_events.maximum + 1:];
begin
    foreach _event_id in array erase_events.event_ids[:erase_events.maximum] loop
        if not api.erase_event(_event_id, erase_events.app_user_ids, erase_events.names) then
            _left := _left || _event_id;
        end if;
    end loop;
    insert into entitlements.events_to_erase
           (tenant_id, event_id, erasure_id, app_user_ids, names)
    select entitlements.current_tenant_id(), event.id, erase_events.erasure_id,
           erase_events.app_user_ids, erase_events.names
      from unnest(_left) as event (id)
        on conflict do nothing;
end
$$;
