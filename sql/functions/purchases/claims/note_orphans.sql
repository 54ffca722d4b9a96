-- Creates or resolves the orphans of purchases.
--
-- - No identified app user owns the purchase: it is an orphan, with a time and a reason:
--   - `unknown_id`: the purchase left its owner, and no evidence names the new one;
--   - `transferred`: an identified app user owned it before;
--   - `conflict`: a merge of its owner with an identified app user was undone;
--   - `anonymous`: it was bought before sign-up.
-- - An identified app user owns it again: the orphan is resolved.
-- - Its owner was erased: the orphan is resolved and cannot be claimed.
-- A grant of the tenant is no orphan: it was given to its id.
-- The caller has locked the purchases.
-- Idempotent: rows that are right are not written.
-- Locks: the rows of orphans.

create function api.note_orphans(purchase_ids uuid[]) returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    with noted as (
        select bought.purchase_id, orphan.orphan_id, why.reason,
               coalesce(bought.moved_at, least(bought.folded_at, now())) as orphaned_at
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
               select case when own.app_user_id is null and owner.erased_at is null
                           then case
                               when bought.owner_uuid is null then 'unknown_id'
                               when api.identified_app_user_id(
                                        bought.previous_owner_app_user_id) is not null
                               then 'transferred'
                               when exists (
                                   select from entitlements.app_user_ids named
                                     join entitlements.merge_links link
                                       on link.tenant_id = _tenant_id
                                      and link.anonymous_app_user_id = named.app_user_id
                                    where named.tenant_id = _tenant_id
                                      and named.app_user_uuid = bought.owner_uuid
                                      and link.is_severed)
                               then 'conflict'
                               else 'anonymous' end end) as why (reason)
         where bought.tenant_id = _tenant_id and bought.folded_at is not null
           and bought.store <> 'hearth'
           and bought.purchase_id = any (note_orphans.purchase_ids)
           and why.reason is distinct from orphan.reason),
    kept as (
        update entitlements.orphans orphan
           set reason = coalesce(noted.reason, orphan.reason),
               resolved_at = case when noted.reason is null then now() end
          from noted
         where orphan.tenant_id = _tenant_id and orphan.orphan_id = noted.orphan_id)
    insert into entitlements.orphans (tenant_id, purchase_id, orphaned_at, reason)
    select _tenant_id, noted.purchase_id, noted.orphaned_at, noted.reason
      from noted where noted.orphan_id is null;
end
$$;
