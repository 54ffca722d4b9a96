-- Updates the device rows of products that became consumables or stopped being such.
--
-- Devices are sent no consumables.
-- Locks: purchases of those products by id → rows for devices.

create function api.apply_devices(product_ids text[]) returns void
language plpgsql volatile
as $$
begin
    if cardinality(apply_devices.product_ids) > 0 then
        perform api.sync_purchases(api.lock_purchases_of(apply_devices.product_ids));
    end if;
end
$$;
