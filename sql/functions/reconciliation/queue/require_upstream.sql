-- Refuses a tenant that has no key for RevenueCat's REST API.
--
-- Raises: upstream_not_configured 409.

create function api.require_upstream() returns void
language plpgsql stable
as $$
begin
    if not exists (
        select from entitlements.upstreams upstream
         where upstream.tenant_id = entitlements.current_tenant_id()
           and upstream.sealed_key is not null) then
        raise sqlstate 'PT409' using message = 'upstream_not_configured',
            detail = 'The tenant has no key for RevenueCat''s REST API.';
    end if;
end
$$;
