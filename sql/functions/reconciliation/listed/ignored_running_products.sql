-- Lists the running subscriptions in a snapshot that the tenant's sandbox policy ignores.
--
-- Each is `environment product`. They are no evidence, but they hide other purchases of their
-- product. v2 hides none: it says of each subscription whether it gives access.
-- Locks: none.

create function api.ignored_running_products(purchases jsonb, order_at timestamptz)
returns text[]
language plpgsql stable security invoker
set search_path = ''
as $$
declare
    _sandbox_policy constant text := (
        select tenant.sandbox_policy from entitlements.tenants tenant
         where tenant.tenant_id = entitlements.current_tenant_id());
begin
    return array(
        select distinct (entry.value ->> 'environment') || ' '
                        || split_part(entry.value ->> 'product_id', ':', 1)
          from jsonb_array_elements(ignored_running_products.purchases) as entry (value)
         where not api.accepts_environment(entry.value, _sandbox_policy)
           and entry.value ->> 'product_id' is not null
           and entry.value ->> 'gives_access' is null
           and not coalesce((entry.value ->> 'is_one_time')::boolean, false)
           and (coalesce((entry.value ->> 'never_expires')::boolean, false)
                or (entry.value ->> 'expires_at')::timestamptz
                   > ignored_running_products.order_at));
end
$$;
