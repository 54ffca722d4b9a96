-- Brings the ledger of orphans to what holds of purchases: one that no identified person owns is
-- in it, since when and why; one that somebody owns again is resolved, and so is what belonged to
-- somebody who was forgotten: nobody claims it.
--
-- internal: called by store_purchases and sync_app_users, which hold the purchases.
-- Idempotent: what is right already is not written.
-- Locks: the rows of the ledger.

create function api.note_orphans(purchase_ids uuid[]) returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _found record;
begin
    for _found in
        select bought.purchase_id, orphan.orphan_id, orphan.reason as known_reason, why.reason,
               coalesce(bought.moved_at, bought.folded_at) as orphaned_at
          from entitlements.purchases bought
          left join entitlements.orphans orphan
            on orphan.tenant_id = _tenant_id and orphan.purchase_id = bought.purchase_id
           and orphan.resolved_at is null
          left join entitlements.app_user_ids own
            on own.tenant_id = _tenant_id and own.app_user_uuid = bought.owner_uuid
           and not own.is_anonymous
          left join entitlements.app_users owner
            on owner.tenant_id = _tenant_id and owner.app_user_uuid = bought.owner_uuid
         cross join lateral (
               -- Nearly always somebody identified owns it.
               select case when own.app_user_id is null and owner.erased_at is null
                           then api.orphan_reason(bought) end)
               as why (reason)
         where bought.tenant_id = _tenant_id and bought.folded_at is not null
           and bought.purchase_id = any (note_orphans.purchase_ids)
           and why.reason is distinct from orphan.reason
    loop
        if _found.orphan_id is null then
            insert into entitlements.orphans (tenant_id, purchase_id, orphaned_at, reason)
            values (_tenant_id, _found.purchase_id, _found.orphaned_at, _found.reason);
        else
            update entitlements.orphans orphan
               set reason = coalesce(_found.reason, orphan.reason),
                   resolved_at = case when _found.reason is null then now() end
             where orphan.tenant_id = _tenant_id and orphan.orphan_id = _found.orphan_id;
        end if;
    end loop;
end
$$;

grant execute on function api.note_orphans(uuid[]) to hearth_server;
comment on function api.note_orphans(uuid[]) is
    'Brings the ledger of orphans to what holds of purchases.';
