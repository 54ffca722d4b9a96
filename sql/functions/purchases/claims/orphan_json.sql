-- Returns an orphan as the contract shows it, with its newest 20 pieces of evidence.

create function api.orphan_json(orphan entitlements.orphans) returns json
language plpgsql stable
as $$
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
                                      'evidence_id', evidence.evidence_id, 'kind', evidence.kind,
                                      'app_user_id', evidence.app_user_id,
                                      'occurred_at', api.rfc3339(evidence.occurred_at))
                                  order by evidence.order_at desc, evidence.rank desc,
                                           evidence.evidence_id desc), '[]')
                         from (select * from entitlements.evidence known
                                where known.tenant_id = orphan.tenant_id
                                  and known.purchase_id = orphan.purchase_id
                                order by known.order_at desc, known.rank desc,
                                         known.evidence_id desc
                                limit 20) as evidence))
          from entitlements.purchases bought
         where bought.tenant_id = orphan.tenant_id and bought.purchase_id = orphan.purchase_id);
end
$$;
