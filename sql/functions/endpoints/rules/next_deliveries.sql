-- Returns the due retries of an endpoint, then the changes it has not received yet, in order.
--
-- - `through_number`: the last change that was looked at, the 1,000th or an earlier one. If there
--   is room, every change up to it that the endpoint asks for is returned.
-- - `number`: null in a row that only carries `through_number`.
-- - `is_kept`: false if a change that the endpoint needs has been pruned from the log.
-- Stable, so that all queries see the same rows: no change is pruned, and then skipped, in between.

create function api.next_deliveries(
    endpoint entitlements.endpoints, maximum integer, as_of timestamptz)
returns table (number bigint, change json, through_number bigint, is_kept boolean)
language plpgsql stable rows 50
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _room integer;
    _through bigint;
    _is_kept boolean;
begin
    select coalesce(
               (select entry.number from entitlements.change_entries entry
                 where entry.tenant_id = _tenant_id
                   and entry.number > endpoint.handed_over_number
                 order by entry.number offset 999 limit 1),
               head.last_number, 0),
           coalesce(head.pruned_number, 0) <= endpoint.handed_over_number
      into _through, _is_kept
      from (select 1) as always (one)
      left join entitlements.change_heads head on head.tenant_id = _tenant_id;
    return query
    select failing.number, api.change_json(entry), null::bigint, entry.number is not null
      from entitlements.deliveries failing
      left join entitlements.change_entries entry
        on entry.tenant_id = _tenant_id and entry.number = failing.number
     where failing.tenant_id = _tenant_id and failing.endpoint_id = endpoint.endpoint_id
       and failing.due_at <= next_deliveries.as_of
     order by failing.number limit next_deliveries.maximum;
    get diagnostics _room = row_count;
    select least(next_deliveries.maximum - _room,
                 api.maximum_failing_deliveries() - count(*))
      into _room
      from entitlements.deliveries failing
     where failing.tenant_id = _tenant_id and failing.endpoint_id = endpoint.endpoint_id
       and failing.due_at is not null;
    if _room > 0 then
        return query
        select (page.entry).number, api.change_json(page.entry), _through, _is_kept
          from (select 1) as always (one)
          left join lateral (
               select entry from entitlements.change_entries entry
                where entry.tenant_id = _tenant_id
                  and entry.number > endpoint.handed_over_number and entry.number <= _through
                  and (endpoint.kinds is null or entry.kind = any (endpoint.kinds))
                  and entry.environment = any (endpoint.environments)
                order by entry.number
                limit _room) as page (entry) on true;
    end if;
end
$$;
