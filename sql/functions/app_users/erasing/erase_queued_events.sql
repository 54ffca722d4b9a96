-- Takes erased ids out of the tenant's next queued events; returns how many it did.
--
-- Idempotent: a row that is done leaves the queue.
-- Locks: the rows of the queue → the events, skipping locked ones of both.

create function api.erase_queued_events(maximum integer) returns bigint
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _next record;
    _done bigint := 0;
begin
    for _next in
        select queued.* from entitlements.events_to_erase queued
         where queued.tenant_id = _tenant_id
         order by queued.event_id, queued.erasure_id
         limit erase_queued_events.maximum
           for update skip locked
    loop
        if api.erase_event(_next.event_id, _next.app_user_ids, _next.names) then
            delete from entitlements.events_to_erase queued
             where queued.tenant_id = _tenant_id and queued.event_id = _next.event_id
               and queued.erasure_id = _next.erasure_id;
            _done := _done + 1;
        end if;
    end loop;
    return _done;
end
$$;
