-- Returns the events about a transaction, or a purchase that began with it, and when they were
-- received.
--
-- Those are the events that became evidence, and those whose body names it (see events_naming).

create function api.events_of_transaction(
    transaction_id text, received_from timestamptz, received_until timestamptz)
returns table (event_id text, received_at timestamptz)
language plpgsql stable rows 100
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    select evidence.evidence_id, evidence.received_at from entitlements.evidence evidence
     where evidence.tenant_id = _tenant_id
       and evidence.transaction_id = events_of_transaction.transaction_id
    union
    select evidence.evidence_id, evidence.received_at
      from entitlements.purchases bought
      join entitlements.evidence evidence
        on evidence.tenant_id = _tenant_id and evidence.purchase_id = bought.purchase_id
     where bought.tenant_id = _tenant_id
       and bought.chain_id = events_of_transaction.transaction_id
    union
    select named.event_id, named.received_at
      from api.events_naming(
               array[events_of_transaction.transaction_id],
               events_of_transaction.received_from,
               events_of_transaction.received_until) as named;
end
$$;
