-- The orphan that a claim names, and the id under which it is held. No row of the ledger: there is
-- none; no holder: nobody has it.
--
-- internal: called by claim_orphan.
-- Of somebody's orphans the newest stands for all: they are claimed together. One that was claimed
-- names who owns it now, so that its owner is told so.
-- Locks: none.

create function api.claimable_orphan(orphan_id uuid, app_user_id_of_purchase text)
returns table (orphan entitlements.orphans, holder text)
language plpgsql stable security invoker rows 1
set search_path = ''
as $$
#variable_conflict use_column
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
