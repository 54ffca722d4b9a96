-- Returns an endpoint, with how many deliveries to it fail.
--
-- Called with a secret or an admin key, or by an operator.
-- Raises: endpoint_not_found 404.

create function api.get_endpoint(endpoint_id uuid)
returns table (answered_as_of timestamptz, answer json)
language plpgsql stable rows 1
as $$
begin
    return query
    select now(), api.endpoint_json(endpoint)
      from entitlements.endpoints endpoint
     where endpoint.tenant_id = entitlements.current_tenant_id()
       and endpoint.endpoint_id = get_endpoint.endpoint_id;
    if not found then
        raise sqlstate 'PT404' using message = 'endpoint_not_found',
            detail = 'The tenant has no endpoint with this id.';
    end if;
end
$$;
