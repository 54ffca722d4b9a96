-- Returns what stayed with its owner when a transfer moved others of theirs to one of the ids.
--
-- It is of another store than the transfer, or a grant (see moves_by_transfer). At most 200.

create function api.stayed_purchases(app_user_ids text[], known_until timestamptz)
returns table (purchase_id uuid)
language plpgsql stable rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    select bought.purchase_id
      from entitlements.evidence moved
      join entitlements.transfer_sides side
        on side.tenant_id = _tenant_id and side.evidence_id = moved.evidence_id
       and side.side = 'from'
      join entitlements.app_user_ids source
        on source.tenant_id = _tenant_id and source.app_user_id = side.app_user_id
      join entitlements.purchases bought
        on bought.tenant_id = _tenant_id and bought.owner_uuid = source.app_user_uuid
       and not api.moves_by_transfer(bought.store, moved.store)
     where moved.tenant_id = _tenant_id
       and moved.transferred_to_app_user_id = any (stayed_purchases.app_user_ids)
       and moved.order_at <= stayed_purchases.known_until
     limit 200;
end
$$;
