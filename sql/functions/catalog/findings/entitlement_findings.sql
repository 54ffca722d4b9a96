-- Returns the entitlements that app users have by RevenueCat's reading alone, without a purchase.
--
-- They are active in production now. The subject is the entitlement; the count, app users.
-- It reads at most 1,000 purchases (see entitlement_chain).

create function api.entitlement_findings()
returns table (
    kind text, subject text, count bigint, first_seen_at timestamptz, last_seen_at timestamptz)
language sql stable rows 1
begin atomic
    select 'entitlement_without_purchase', named.id, count(distinct bought.owner_uuid),
           min(bought.starts_at), max(bought.period_started_at)
      from (select * from entitlements.purchases purchase
             where purchase.tenant_id = entitlements.current_tenant_id()
               and purchase.chain_id >= 'entitlement:' and purchase.chain_id < 'entitlement;'
               and purchase.environment = 'production' and purchase.access_ends_at > now()
             limit 1000) as bought
     cross join lateral unnest(bought.entitlement_ids) as named (id)
     group by named.id;
end;
