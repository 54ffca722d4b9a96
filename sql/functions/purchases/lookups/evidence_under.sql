-- Returns the evidence that came with an app user id.
--
-- Inlined, with its fence (plans: rules 3 and 6).

create function api.evidence_under(id text)
returns table (
    evidence_id text, kind text, order_item text, purchase_id uuid, received_at timestamptz)
language sql stable rows 1
begin atomic
    select one.evidence_id, one.kind, one.order_item, one.purchase_id, one.received_at
      from entitlements.evidence one
     where one.tenant_id = entitlements.current_tenant_id()
       and one.app_user_id = evidence_under.id
    offset 0;
end;
