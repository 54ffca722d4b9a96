-- Returns whether RevenueCat has told of a purchase, so that imports of it do not count.
--
-- A requested product change names no period, and a claim only an owner.
-- Locks: none.

create function api.is_outranked(purchase_id uuid) returns boolean
language plpgsql stable security invoker
set search_path = ''
as $$
begin
    return exists (
        select from entitlements.evidence told
         where told.tenant_id = entitlements.current_tenant_id()
           and told.purchase_id = is_outranked.purchase_id
           and told.kind not in ('import', 'product_change', 'claim'));
end
$$;
