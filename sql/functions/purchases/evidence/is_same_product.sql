-- Returns whether evidence is about a product that a purchase has had.
--
-- Version 1 may lack the plan of a Play product. Where both plans are known, they must be the same:
-- another plan of a product is another subscription.
-- Promotional purchases may have no product: then their entitlements are compared.

create function api.is_same_product(evidence entitlements.evidence, purchase_id uuid)
returns boolean
language plpgsql stable
as $$
begin
    return exists (
        select from entitlements.evidence known
         where known.tenant_id = entitlements.current_tenant_id()
           and known.purchase_id = is_same_product.purchase_id
           and case when evidence.product_id is null or known.product_id is null
                    then known.entitlement_ids && evidence.entitlement_ids
                    else split_part(known.product_id, ':', 1)
                         = split_part(evidence.product_id, ':', 1)
                         and (known.product_id = evidence.product_id
                              or strpos(known.product_id, ':') = 0
                              or strpos(evidence.product_id, ':') = 0) end);
end
$$;
