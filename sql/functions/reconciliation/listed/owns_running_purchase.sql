-- Returns whether a snapshot's app user has a running purchase of an entry's product.
--
-- Only `purchase_ids` are considered; the caller holds them. What stands for an entitlement without
-- a purchase is none.

create function api.owns_running_purchase(evidence entitlements.evidence, purchase_ids uuid[])
returns boolean
language plpgsql stable
as $$
begin
    return exists (
        select from entitlements.app_user_ids own
         cross join unnest(owns_running_purchase.purchase_ids) as held (purchase_id)
         cross join lateral (
               select purchase from entitlements.purchases purchase
                where purchase.tenant_id = entitlements.current_tenant_id()
                  and purchase.purchase_id = held.purchase_id
               offset 0) as known
         where own.tenant_id = entitlements.current_tenant_id()
           and own.app_user_id = evidence.app_user_id
           and (known.purchase).owner_uuid = own.app_user_uuid
           and (known.purchase).environment = evidence.environment
           and split_part((known.purchase).product_id, ':', 1)
               = split_part(evidence.product_id, ':', 1)
           and (known.purchase).access_ends_at > evidence.order_at
           and not api.stands_for_entitlement(known.purchase));
end
$$;
