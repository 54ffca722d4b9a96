-- Returns what a purchase is of, and whose.
--
-- Inlined, with its fence (plans: rules 3 and 6).

create function api.purchase_of(id uuid)
returns table (
    product_id text, store text, owner_app_user_id text, owner_uuid uuid,
    previous_owner_uuid uuid)
language sql stable rows 1
begin atomic
    select one.product_id, one.store, one.owner_app_user_id, one.owner_uuid, one.previous_owner_uuid
      from entitlements.purchases one
     where one.tenant_id = entitlements.current_tenant_id()
       and one.purchase_id = purchase_of.id
    offset 0;
end;
