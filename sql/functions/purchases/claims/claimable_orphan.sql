-- Returns the orphan that a claim names, and the app user id that owns it.
--
-- No row: there is no such orphan. No holder: the purchase has no owner.
-- All orphans of an app user are claimed together, so the newest stands for all. A resolved orphan
-- is returned with its present owner, so that a repeated claim is recognised.

create function api.claimable_orphan(orphan_id uuid, app_user_id_of_purchase text)
returns table (orphan entitlements.orphans, holder text)
language plpgsql stable rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    select known,
           coalesce(claimable_orphan.app_user_id_of_purchase, bought.owner_app_user_id)
      from entitlements.orphans known
      join entitlements.purchases bought
        on bought.tenant_id = _tenant_id and bought.purchase_id = known.purchase_id
     where known.tenant_id = _tenant_id
       and (known.orphan_id = claimable_orphan.orphan_id
            or bought.owner_uuid = (
                select own.app_user_uuid from entitlements.app_user_ids own
                 where own.tenant_id = _tenant_id
                   and own.app_user_id = claimable_orphan.app_user_id_of_purchase))
     order by known.resolved_at desc nulls first, known.orphaned_at desc, known.orphan_id
     limit 1;
end
$$;
