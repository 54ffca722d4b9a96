-- Returns a page of orphans, newest first, with their newest 20 pieces of evidence and what a claim
-- would give.
--
-- Called with a support key or more. `before_orphaned_at` and `before_orphan_id` are those of
-- the previous page's last row; both null for the first page.
-- Null: before_orphaned_at, before_orphan_id.

create function api.list_orphans(
    page_limit integer, before_orphaned_at timestamptz, before_orphan_id uuid)
returns table (orphaned_at timestamptz, orphan_id uuid, answer json)
language plpgsql stable rows 100
as $$
begin
    return query
    select page.orphaned_at, page.orphan_id, json_build_object(
               'orphan_id', page.orphan_id,
               'reason', page.reason,
               'orphaned_at', api.rfc3339(page.orphaned_at),
               'app_user_id', purchase.owner_app_user_id,
               'previous_app_user_id', purchase.previous_owner_app_user_id,
               'purchase', json_build_object(
                   'id', purchase.purchase_id, 'product_id', purchase.product_id,
                   'store', purchase.store, 'environment', purchase.environment,
                   'starts_at', api.rfc3339(purchase.starts_at),
                   'expires_at', case when isfinite(purchase.access_ends_at)
                                      then api.rfc3339(purchase.access_ends_at) end),
               'entitlement_ids', (
                   select coalesce(json_agg(granted.entitlement_id
                                            order by granted.entitlement_id), '[]')
                     from api.granted_entitlements(purchase.product_id, purchase.entitlement_ids)
                       as granted),
               'evidence', (
                   select coalesce(json_agg(
                              json_build_object(
                                  'evidence_id', api.event_of_evidence(
                                      evidence.evidence_id, evidence.order_item),
                                  'kind', evidence.kind,
                                  'app_user_id', evidence.app_user_id,
                                  'occurred_at', api.rfc3339(evidence.occurred_at))
                              order by evidence.order_at desc, evidence.rank desc,
                                       evidence.evidence_id desc), '[]')
                     from (select * from entitlements.evidence newest
                            where newest.tenant_id = page.tenant_id
                              and newest.purchase_id = page.purchase_id
                            order by newest.order_at desc, newest.rank desc,
                                     newest.evidence_id desc
                            limit 20) as evidence))
      from (select orphan.*
              from entitlements.orphans orphan
             where orphan.tenant_id = entitlements.current_tenant_id()
               and orphan.resolved_at is null
               and (list_orphans.before_orphaned_at is null
                    or (orphan.orphaned_at, orphan.orphan_id)
                       < (list_orphans.before_orphaned_at, list_orphans.before_orphan_id))
             order by orphan.orphaned_at desc, orphan.orphan_id desc
             limit list_orphans.page_limit) as page
     cross join lateral (
           select * from entitlements.purchases bought
            where bought.tenant_id = page.tenant_id and bought.purchase_id = page.purchase_id
           offset 0) as purchase
     order by page.orphaned_at desc, page.orphan_id desc;
end
$$;
