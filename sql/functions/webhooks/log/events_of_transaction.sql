-- Returns the ids of the events about a transaction, or a purchase that began with it.
--
-- Those are the events that became evidence, and those whose body names it (see events_naming).
-- Locks: none.

create function api.events_of_transaction(
    transaction_id text, received_from timestamptz, received_until timestamptz)
returns text[]
language plpgsql stable security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return array(
        select told.evidence_id from entitlements.evidence told
         where told.tenant_id = _tenant_id
           and told.transaction_id = events_of_transaction.transaction_id
        union
        select told.evidence_id
          from entitlements.purchases bought
          join entitlements.evidence told
            on told.tenant_id = _tenant_id and told.purchase_id = bought.purchase_id
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
