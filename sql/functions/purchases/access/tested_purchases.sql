-- Returns testers' purchases in the sandbox, as far as they count as production at a moment.
--
-- The tenant file says until when. They serve the tester alone.

create function api.tested_purchases(
    app_user_uuids uuid[], environment text, as_of timestamptz, is_past boolean)
returns table (
    app_user_uuid uuid, counts_until timestamptz, purchase entitlements.purchases)
language plpgsql stable rows 1
set plan_cache_mode = force_generic_plan
as $$
begin
    return query
    select tester.app_user_uuid, tester.counts_until, own.purchase
      from (select known.app_user_uuid, max(rule.counts_until) as counts_until
              from entitlements.sandbox_testers rule
              join entitlements.app_user_ids known
                on known.tenant_id = entitlements.current_tenant_id()
               and known.app_user_id = rule.app_user_id
             where rule.tenant_id = entitlements.current_tenant_id()
               and tested_purchases.environment = 'production'
               and rule.counts_until > tested_purchases.as_of
               and known.app_user_uuid = any (tested_purchases.app_user_uuids)
             group by known.app_user_uuid
            offset 0) as tester
     cross join lateral api.owned_purchases(
               array[tester.app_user_uuid], 'sandbox', tested_purchases.as_of,
               tested_purchases.is_past) as own;
end
$$;
