-- Returns what a worker delivers to its endpoint now: due retries, then new changes.
--
-- Renews the lease. Nothing else is stored until the worker settles, so if it is killed, the next
-- worker takes the same deliveries. Returns no row if nothing is due, or another worker has the
-- lease. Switches the endpoint off if a change that it should get was pruned from the log.
-- Locks: the endpoint.

create function api.take_deliveries(
    endpoint_id uuid, lease_id uuid, lease_seconds integer, maximum integer,
    as_of timestamptz default null)
returns table (number bigint, webhook_id text, change json, is_new boolean)
language plpgsql volatile rows 50
as $$
declare
    _as_of constant timestamptz := coalesce(take_deliveries.as_of, clock_timestamp());
    _endpoint entitlements.endpoints;
    _taken integer := 0;
    _through bigint;
    _delivery record;
begin
    select * into _endpoint from entitlements.endpoints endpoint
     where endpoint.tenant_id = entitlements.current_tenant_id()
       and endpoint.endpoint_id = take_deliveries.endpoint_id
       and endpoint.lease_id = take_deliveries.lease_id and endpoint.off_reason is null
       for no key update;
    if not found then
        return;
    end if;
    _endpoint.leased_until := _as_of + make_interval(secs => take_deliveries.lease_seconds);
    for _delivery in
        select * from api.next_deliveries(_endpoint, take_deliveries.maximum, _as_of)
    loop
        if not _delivery.is_kept then
            _endpoint.off_reason := 'changes_gone';
            _endpoint.off_at := _as_of;
            exit;
        end if;
        _through := _delivery.through_number;
        continue when _delivery.number is null;
        _taken := _taken + 1;
        number := _delivery.number;
        webhook_id := api.webhook_id(_endpoint.endpoint_id, _delivery.number);
        change := _delivery.change;
        is_new := _delivery.number > _endpoint.handed_over_number;
        return next;
    end loop;
    if _taken = 0 then
        -- None of the changes is of the endpoint's kinds.
        _endpoint.handed_over_number := coalesce(_through, _endpoint.handed_over_number);
    end if;
    perform api.store_endpoint(_endpoint);
end
$$;
