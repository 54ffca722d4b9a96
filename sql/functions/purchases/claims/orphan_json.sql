-- Returns an orphan as the contract shows it, with its newest 20 pieces of evidence.
--
-- Locks: none.

create function api.orphan_json(orphan entitlements.orphans) returns json
language plpgsql stable security invoker
set search_path = ''
as $$
#variable_conflict use_column
begin
    return (
        select json_build_object(
                   'orphan_id', orphan.orphan_id,
                   'reason', orphan.reason,
                   'orphaned_at', api.rfc3339(orphan.orphaned_at),
                   'app_user_id', bought.owner_app_user_id,
                   'previous_app_user_id', bought.previous_owner_app_user_id,
                   'purchase', json_build_object(
                       'id', bought.purchase_id, 'product_id', bought.product_id,
                       'store', bought.store, 'environment', bought.environment,
                       'starts_at', api.rfc3339(bought.starts_at),
                       'expires_at', case when isfinite(bought.access_ends_at)
                                          then api.rfc3339(bought.access_ends_at) end),
                   'entitlement_ids', (
                       select coalesce(json_agg(granted.entitlement_id
                                                order by granted.entitlement_id), '[]')
                         from api.granted_entitlements(bought.product_id, bought.entitlement_ids)
                           as granted),
                   'evidence', (
                       select coalesce(json_agg(
                                  json_build_object(
                                      'evidence_id', told.evidence_id, 'kind', told.kind,
                                      'app_user_id', told.app_user_id,
                                      'occurred_at', api.rfc3339(told.occurred_at))
                                  order by told.order_at desc, told.rank desc,
                                           told.evidence_id desc), '[]')
                         from (select * from entitlements.evidence known
                                where known.tenant_id = orphan.tenant_id
                                  and known.purchase_id = orphan.purchase_id
                                order by known.order_at desc, known.rank desc,
                                         known.evidence_id desc
                                limit 20) as told))
          from entitlements.purchases bought
         where bought.tenant_id = orphan.tenant_id and bought.purchase_id = orphan.purchase_id);
end
$$;
