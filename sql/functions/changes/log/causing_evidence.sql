-- Returns which of the causes of a write told of a purchase: the latest, else the only one.
--
-- Locks: none.

create function api.causing_evidence(purchase_id uuid, cause_ids text[]) returns text
language sql stable security invoker
return coalesce(
    (select told.evidence_id
       from unnest(causing_evidence.cause_ids) as named (id)
       join entitlements.evidence told
         on told.tenant_id = entitlements.current_tenant_id() and told.evidence_id = named.id
      where told.purchase_id = causing_evidence.purchase_id
      order by told.order_at desc, told.rank desc, told.evidence_id
      limit 1),
    case when cardinality(causing_evidence.cause_ids) = 1
         then causing_evidence.cause_ids[1] end);
