-- Deletes an endpoint with its secrets and the log of its deliveries.
--
-- Called with a secret or an admin key, or by an operator. What a worker is sending is not undone.
-- Idempotent: an endpoint that is gone raises endpoint_not_found and changes nothing.
-- Locks: the endpoint → its deliveries.
-- Raises: endpoint_not_found 404.

create function api.delete_endpoint(endpoint_id uuid) returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
begin
    perform api.lock_endpoint(delete_endpoint.endpoint_id);
    delete from entitlements.endpoints endpoint
     where endpoint.tenant_id = entitlements.current_tenant_id()
       and endpoint.endpoint_id = delete_endpoint.endpoint_id;
end
$$;
