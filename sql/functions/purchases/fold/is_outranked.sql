-- Returns whether RevenueCat has told of a purchase, so that imports of it do not count.
--
-- A requested product change names no period, and a claim only an owner.

create function api.is_outranked(purchase_id uuid) returns boolean
language plpgsql stable
as $$
begin
    return exists (
        select from entitlements.evidence evidence
         where evidence.tenant_id = entitlements.current_tenant_id()
           and evidence.purchase_id = is_outranked.purchase_id
           and evidence.kind not in ('import', 'product_change', 'claim'));
end
$$;
