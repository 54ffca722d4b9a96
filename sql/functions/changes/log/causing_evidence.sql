-- Returns which of the causes of a write told of a purchase: the latest, else the only one.

create function api.causing_evidence(purchase_id uuid, cause_ids text[]) returns text
language sql stable
return coalesce(
    (select evidence.evidence_id
       from unnest(causing_evidence.cause_ids) as named (id)
       join entitlements.evidence evidence
         on evidence.tenant_id = entitlements.current_tenant_id()
            and evidence.evidence_id = named.id
      where evidence.purchase_id = causing_evidence.purchase_id
      order by evidence.order_at desc, evidence.rank desc, evidence.evidence_id
      limit 1),
    case when cardinality(causing_evidence.cause_ids) = 1
         then causing_evidence.cause_ids[1]
         else (select named.id
                 from unnest(causing_evidence.cause_ids) as named (id)
                 join entitlements.evidence evidence
                   on evidence.tenant_id = entitlements.current_tenant_id()
                      and evidence.evidence_id > named.id || ' + '
                      and evidence.evidence_id < named.id || ' +!'
                where evidence.purchase_id = causing_evidence.purchase_id
                order by evidence.order_at desc, evidence.rank desc, evidence.evidence_id
                limit 1) end);
