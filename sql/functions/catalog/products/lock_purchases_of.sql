-- Locks the one-time purchases of products and returns their ids.
--
-- Reads all purchases of the tenant, but only when an operator changed a product's kind.
-- Locks: the purchases by id.

create function api.lock_purchases_of(product_ids text[]) returns uuid[]
language plpgsql volatile
as $$
begin
    return array(
        select bought.purchase_id from entitlements.purchases bought
         where bought.tenant_id = entitlements.current_tenant_id() and bought.is_one_time
           and (bought.product_id = any (lock_purchases_of.product_ids)
                or split_part(bought.product_id, ':', 1) = any (lock_purchases_of.product_ids))
         order by bought.purchase_id
           for no key update);
end
$$;
