-- Deletes an endpoint with its secrets and the log of its deliveries.
--
-- Called with a secret or an admin key, or by an operator. A delivery under way is
-- completed. The audit keeps what was deleted. Idempotent: repeating the call raises
-- endpoint_not_found and changes nothing.
-- Locks: the endpoint → its deliveries.
-- Raises: endpoint_not_found 404.

create function api.delete_endpoint(
    endpoint_id uuid, actor text, as_of timestamptz default null)
returns void
language plpgsql volatile
as $$
declare
    _former constant entitlements.endpoints := api.lock_endpoint(delete_endpoint.endpoint_id);
begin
    perform api.add_endpoint_entry(
        'delete_endpoint', delete_endpoint.actor, _former, null,
        coalesce(delete_endpoint.as_of, clock_timestamp()));
    delete from entitlements.endpoints endpoint
     where endpoint.tenant_id = entitlements.current_tenant_id()
       and endpoint.endpoint_id = delete_endpoint.endpoint_id;
end
$$;
