-- Returns the endpoints that were switched off without a request, for the findings.
--
-- The count is the number of changes that wait for the endpoint.

create function api.endpoint_findings()
returns table (
    kind text, subject text, count bigint, first_seen_at timestamptz, last_seen_at timestamptz)
language plpgsql stable rows 10
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    select 'endpoint_off', endpoint.endpoint_id::text,
           coalesce(head.last_number, 0) - endpoint.handed_over_number
           + (select count(*) from entitlements.deliveries failing
               where failing.tenant_id = _tenant_id
                 and failing.endpoint_id = endpoint.endpoint_id and failing.due_at is not null),
           endpoint.off_at, endpoint.off_at
      from entitlements.endpoints endpoint
      left join entitlements.change_heads head on head.tenant_id = _tenant_id
     where endpoint.tenant_id = _tenant_id and endpoint.off_reason <> 'requested';
end
$$;
