-- Stores an endpoint that the caller has locked and changed.
--
-- Locks: none beyond the caller's.

create function api.store_endpoint(endpoint entitlements.endpoints) returns void
language plpgsql volatile
as $$
begin
    update entitlements.endpoints stored
       set url = endpoint.url, kinds = endpoint.kinds, environments = endpoint.environments,
           handed_over_number = endpoint.handed_over_number,
           off_reason = endpoint.off_reason, off_at = endpoint.off_at,
           lease_id = endpoint.lease_id, leased_until = endpoint.leased_until,
           is_slow = endpoint.is_slow, is_new = endpoint.is_new
     where stored.tenant_id = entitlements.current_tenant_id()
       and stored.endpoint_id = endpoint.endpoint_id;
end
$$;
