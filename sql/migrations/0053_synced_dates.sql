-- Devices show since when a subscription is cancelled, and since when a payment fails. A role that
-- syncs them may be let into several tenants.
alter table entitlements.synced_subscriptions
    add column cancelled_at_ms bigint,
    add column billing_issue_at_ms bigint;

do $$
declare
    _tenant_id uuid;
begin
    for _tenant_id in select tenant.tenant_id from entitlements.tenants tenant loop
        perform set_config('hearth.tenant_id', _tenant_id::text, true);
        update entitlements.synced_subscriptions synced
           set cancelled_at_ms = floor(extract(epoch from bought.cancelled_at) * 1000),
               billing_issue_at_ms = floor(extract(epoch from bought.billing_issue_at) * 1000)
          from entitlements.purchases bought
         where synced.tenant_id = _tenant_id
           and bought.tenant_id = _tenant_id and bought.purchase_id = synced.purchase_id
           and coalesce(bought.cancelled_at, bought.billing_issue_at) is not null;
    end loop;
    perform set_config('hearth.tenant_id', '', true);
end
$$;

-- tenant_isolation held every role to one tenant, by a setting that the role can change. A role
-- that syncs devices has policies of its own, which name its tenants; a role without one sees no
-- row.
do $$
declare
    _table text;
begin
    foreach _table in array array['entitlement_implications', 'entitlements',
        'product_entitlements', 'products', 'synced_household_members', 'synced_subscriptions']
    loop
        execute format(
            'alter policy tenant_isolation on entitlements.%I to hearth_server, hearth_owner',
            _table);
    end loop;
end
$$;
