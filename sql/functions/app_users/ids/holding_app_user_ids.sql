-- Returns every id of the app users who can have held a purchase.
--
-- These are the app users that its evidence names, and the targets of transfers from any of them.

create function api.holding_app_user_ids(purchase_id uuid) returns text[]
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return array(
        with recursive held (id) as (
            select evidence.app_user_id from entitlements.evidence evidence
             where evidence.tenant_id = _tenant_id
               and evidence.purchase_id = holding_app_user_ids.purchase_id
            union
            select next.id
              from held
             cross join lateral (
                   select own.app_user_id
                     from entitlements.app_user_ids known
                     join entitlements.app_user_ids own
                       on own.tenant_id = _tenant_id and own.app_user_uuid = known.app_user_uuid
                    where known.tenant_id = _tenant_id and known.app_user_id = held.id
                    union all
                   select moved.transferred_to_app_user_id
                     from entitlements.transfer_sides side
                     join entitlements.evidence moved
                       on moved.tenant_id = _tenant_id and moved.evidence_id = side.evidence_id
                    where side.tenant_id = _tenant_id and side.app_user_id = held.id
                      and side.side = 'from') as next (id)
        )
        select held.id from held);
end
$$;
