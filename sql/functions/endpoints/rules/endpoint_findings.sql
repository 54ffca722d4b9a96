-- Returns the endpoints that were switched off without a request, for the findings.
--
-- The count is the number of changes that wait for the endpoint, of new ones 100,000 at most.

create function api.endpoint_findings()
returns table (
    kind text, subject text, count bigint, first_seen_at timestamptz, last_seen_at timestamptz)
language plpgsql stable rows 10
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _new_maximum constant integer := 100000;
begin
    return query
    select 'endpoint_off', endpoint.endpoint_id::text,
           (select count(*) from (
                   select from entitlements.change_entries entry
                    where entry.tenant_id = _tenant_id
                      and entry.number > endpoint.handed_over_number
                    limit _new_maximum) as new)
           + (select count(*) from entitlements.deliveries failing
               where failing.tenant_id = _tenant_id
                 and failing.endpoint_id = endpoint.endpoint_id and failing.due_at is not null),
           endpoint.off_at, endpoint.off_at
      from entitlements.endpoints endpoint
     where endpoint.tenant_id = _tenant_id and endpoint.off_reason <> 'requested';
end
$$;
