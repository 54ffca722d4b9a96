-- Returns the endpoints of a tenant, oldest first.
--
-- Called with a secret or an admin key, or by an operator. There are at most ten.

create function api.list_endpoints() returns table (answer json)
language plpgsql stable rows 10
as $$
begin
    return query
    select api.endpoint_json(endpoint)
      from entitlements.endpoints endpoint
     where endpoint.tenant_id = entitlements.current_tenant_id()
     order by endpoint.created_at, endpoint.endpoint_id;
end
$$;
