-- What a purchase of a product grants: by the tenant's catalog, where a Play product
-- `subscription:plan` is also known as `subscription`; where it does not know the product, by the
-- ids that the event named, or the product of a grant is named after.
--
-- internal: called by entitlement_answers and household_shares.
-- Locks: none.

create function api.granted_entitlements(product_id text, entitlement_ids text[])
returns table (entitlement_id text, implied_by text, is_shared boolean)
language plpgsql stable security invoker rows 2
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _name text;
begin
    foreach _name in array array[
        granted_entitlements.product_id, split_part(granted_entitlements.product_id, ':', 1)]
    loop
        return query
        select known.entitlement_id, known.implied_by, known.is_shared
          from entitlements.product_entitlements known
         where known.tenant_id = _tenant_id and known.product_id = _name;
        -- A product that grants nothing grants nothing, whatever the event named.
        if found or exists (
            select from entitlements.products product
             where product.tenant_id = _tenant_id and product.product_id = _name) then
            return;
        end if;
    end loop;
    return query
    select named.entitlement_id, named.implied_by, named.is_shared
      from api.with_implied(coalesce(
               granted_entitlements.entitlement_ids,
               api.promotional_entitlement_ids(granted_entitlements.product_id))) as named;
end
$$;

grant execute on function api.granted_entitlements(text, text[]) to hearth_server;
comment on function api.granted_entitlements(text, text[]) is
    'What a purchase of a product grants, by the catalog or by what the event named.';
