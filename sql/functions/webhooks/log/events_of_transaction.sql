-- Returns the ids of the events about a transaction, or a purchase that began with it.
--
-- Those are the events that became evidence, and those whose body names it (see events_naming).

create function api.events_of_transaction(
    transaction_id text, received_from timestamptz, received_until timestamptz)
returns text[]
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return array(
        select evidence.evidence_id from entitlements.evidence evidence
         where evidence.tenant_id = _tenant_id
           and evidence.transaction_id = events_of_transaction.transaction_id
        union
        select evidence.evidence_id
          from entitlements.purchases bought
          join entitlements.evidence evidence
            on evidence.tenant_id = _tenant_id and evidence.purchase_id = bought.purchase_id
         where bought.tenant_id = _tenant_id
           and bought.chain_id = events_of_transaction.transaction_id
        union
        select named.event_id
          from api.events_naming(
                   array[events_of_transaction.transaction_id],
                   events_of_transaction.received_from,
                   events_of_transaction.received_until) as named);
end
$$;
