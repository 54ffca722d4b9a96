-- Returns the tenant's rules that decide what is taken from a snapshot.
--
-- They are the sandbox policy, the testers and the durations of one-time products. Under other
-- rules a snapshot means something else.

create function api.snapshot_rules() returns text
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return (
        select concat_ws(' ', tenant.sandbox_policy, (
                   select string_agg(tester.app_user_id || ' ' || tester.counts_until, ' '
                                     order by tester.app_user_id)
                     from entitlements.sandbox_testers tester
                    where tester.tenant_id = _tenant_id), (
                   select string_agg(product.product_id || ' ' || product.duration, ' '
                                     order by product.product_id)
                     from entitlements.products product
                    where product.tenant_id = _tenant_id and product.kind = 'one_time'))
          from entitlements.tenants tenant
         where tenant.tenant_id = _tenant_id);
end
$$;
