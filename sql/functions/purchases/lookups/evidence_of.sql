-- Returns one piece of evidence by its id.
--
-- Inlined, with its fence (plans: rules 3 and 6).

create function api.evidence_of(id text)
returns table (
    evidence_id text, kind text, store text, environment text, purchase_id uuid,
    order_at timestamptz, received_at timestamptz)
language sql stable rows 1
begin atomic
    select one.evidence_id, one.kind, one.store, one.environment, one.purchase_id, one.order_at,
           one.received_at
      from entitlements.evidence one
     where one.tenant_id = entitlements.current_tenant_id()
       and one.evidence_id = evidence_of.id
    offset 0;
end;
