-- Stores the results of deliveries, and switches an endpoint off that is gone or fails too long.
--
-- Called by the worker that holds the lease, with the deliveries that it attempted. New changes are
-- attempted in order, so the endpoint has reached the highest number among them.
-- - An empty error means delivered. `is_last` ends the lease.
-- - If a retry succeeds, the endpoint is back: its other failed deliveries become due now.
-- - If the endpoint asks for a pause by Retry-After, it gets nothing until then.
-- Returns why the endpoint is off; null if it is on. If another worker holds the lease, returns no
-- row and stores nothing.
-- Null: off_reason, http_statuses[], retry_after_seconds[], errors[].
-- Locks: the endpoint → its deliveries.

create function api.settle_deliveries(
    endpoint_id uuid, lease_id uuid, numbers bigint[], errors text[], http_statuses integer[],
    durations_milliseconds integer[], retry_after_seconds integer[], is_last boolean,
    as_of timestamptz default null)
returns table (off_reason text)
language plpgsql volatile rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := coalesce(settle_deliveries.as_of, clock_timestamp());
    _slow_milliseconds constant integer := 2000;
    _endpoint entitlements.endpoints;
    _is_back boolean;
begin
    select * into _endpoint from entitlements.endpoints endpoint
     where endpoint.tenant_id = _tenant_id
       and endpoint.endpoint_id = settle_deliveries.endpoint_id
       and endpoint.lease_id = settle_deliveries.lease_id
       for no key update;
    if not found then
        return;
    end if;
    perform api.note_attempts(
        settle_deliveries.endpoint_id, numbers, errors, http_statuses, durations_milliseconds,
        retry_after_seconds, _as_of);
    select bool_or(attempt.error = '' and attempt.number <= _endpoint.handed_over_number),
           -- Without a delivery it stays as it is.
           coalesce(bool_or(attempt.error <> '' or attempt.milliseconds > _slow_milliseconds),
                    _endpoint.is_slow),
           _endpoint.is_new and coalesce(bool_and(attempt.error <> ''), true),
           greatest(_endpoint.handed_over_number, max(attempt.number))
      into _is_back, _endpoint.is_slow, _endpoint.is_new, _endpoint.handed_over_number
      from unnest(numbers, errors, durations_milliseconds) as attempt (number, error, milliseconds);
    if _is_back then
        update entitlements.deliveries failing set due_at = _as_of
         where failing.tenant_id = _tenant_id
           and failing.endpoint_id = settle_deliveries.endpoint_id
           and failing.due_at > _as_of and failing.number <> all (numbers);
    end if;
    if _endpoint.off_reason is null then
        _endpoint.off_reason := api.reason_to_switch_off(
            settle_deliveries.endpoint_id, numbers, http_statuses, _as_of);
        _endpoint.off_at := case when _endpoint.off_reason is not null then _as_of end;
    end if;
    if settle_deliveries.is_last then
        _endpoint.leased_until := _as_of + (
            select coalesce(max(api.asked_pause(seconds)), interval '0')
              from unnest(retry_after_seconds) as seconds);
    end if;
    perform api.store_endpoint(_endpoint);
    return query select _endpoint.off_reason;
end
$$;
