-- Takes the ids of erased app users out of the next events that were left for a worker.
--
-- Erasing does so itself for the first events of an app user. Returns is_done if there was nothing
-- left that no other transaction has; otherwise the caller calls again. All erasures are done in
-- one pass, each event by its key. Goes through the tenants one at a time, and leaves none set.
-- security definer because the erased app user may be in any tenant; it returns only whether all is
-- done.
-- Locks: the erasures and rows of the queue, skipping locked ones → the events, skipping locked
-- ones.

create function api.erase_webhook_events(maximum integer, as_of timestamptz default null)
returns table (is_done boolean)
language plpgsql volatile security definer rows 1
as $$
declare
    _away constant uuid[] := api.tenants_away();
    _tenant_id uuid;
    _done bigint := 0;
begin
    for _tenant_id in
        select queued.tenant_id from entitlements.events_to_erase queued
         where queued.tenant_id <> all (_away)
         union
        select erasure.tenant_id from entitlements.erasures erasure
         where erasure.finished_at is null and erasure.tenant_id <> all (_away)
         order by 1
    loop
        perform set_config('hearth.tenant_id', _tenant_id::text, true);
        _done := _done + api.queue_found_events(
            erase_webhook_events.maximum, coalesce(erase_webhook_events.as_of, now()));
        _done := _done + api.erase_queued_events(
            greatest(erase_webhook_events.maximum - _done, 1)::integer);
        exit when _done >= erase_webhook_events.maximum;
    end loop;
    perform set_config('hearth.tenant_id', '', true);
    is_done := _done = 0;
    return next;
end
$$;
