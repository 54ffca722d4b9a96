-- Locks an endpoint of the tenant, and returns it.
--
-- Locks: the endpoint.
-- Raises: endpoint_not_found 404.

create function api.lock_endpoint(endpoint_id uuid) returns entitlements.endpoints
language plpgsql volatile
as $$
declare
    _endpoint entitlements.endpoints;
begin
    select * into _endpoint from entitlements.endpoints endpoint
     where endpoint.tenant_id = entitlements.current_tenant_id()
       and endpoint.endpoint_id = lock_endpoint.endpoint_id
       for update;
    if not found then
        raise sqlstate 'PT404' using message = 'endpoint_not_found',
            detail = 'The tenant has no endpoint with this id.';
    end if;
    return _endpoint;
end
$$;
