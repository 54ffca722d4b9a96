-- Updates the device rows of products that became consumables or stopped being such.
--
-- Devices are sent no consumables.
-- Locks: purchases of those products by id → rows for devices.

create function api.apply_devices(product_ids text[]) returns void
language plpgsql volatile
as $$
begin
    if cardinality(apply_devices.product_ids) > 0 then
        perform api.sync_purchases(array( -- Reads all purchases of the tenant, but only now.
            select purchase from entitlements.purchases purchase
             where purchase.tenant_id = entitlements.current_tenant_id() and purchase.is_one_time
               and (purchase.product_id = any (apply_devices.product_ids)
                    or split_part(purchase.product_id, ':', 1) = any (apply_devices.product_ids))
             order by purchase.purchase_id
               for no key update));
    end if;
end
$$;
