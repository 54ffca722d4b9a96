-- Returns where an endpoint's deliveries go and its sealed secrets, the newest first.
--
-- Called by the worker that delivers, and for a test message. Returns a row for each secret: one or
-- two.
-- Raises: endpoint_not_found 404.

create function api.get_endpoint_target(endpoint_id uuid)
returns table (url text, sealed bytea)
language plpgsql stable rows 2
as $$
begin
    return query
    select endpoint.url, secret.sealed
      from entitlements.endpoints endpoint
      join entitlements.endpoint_secrets secret
        on secret.tenant_id = endpoint.tenant_id and secret.endpoint_id = endpoint.endpoint_id
     where endpoint.tenant_id = entitlements.current_tenant_id()
       and endpoint.endpoint_id = get_endpoint_target.endpoint_id
     order by secret.created_at desc, secret.slot desc;
    if not found then
        raise sqlstate 'PT404' using message = 'endpoint_not_found',
            detail = 'The tenant has no endpoint with this id.';
    end if;
end
$$;
