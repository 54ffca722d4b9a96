-- Returns the charges of a purchase: one row for each transaction that evidence names.
--
-- `payment` is the evidence that tells most of the charge: the payment's own event, or else the
-- first evidence that names the transaction. `refund` is null if the money was not given back, or
-- was taken again.
-- Locks: none.

create function api.charges_of(purchase_id uuid)
returns table (payment entitlements.evidence, refund entitlements.evidence)
language plpgsql stable security invoker rows 10
set search_path = ''
as $$
#variable_conflict use_column
begin
    return query
    select distinct on (told.transaction_id)
           told, case when api.is_refund(last.mark) then last.mark end
      from entitlements.evidence told
      left join lateral (
           select returned as mark
             from entitlements.evidence returned
            where returned.tenant_id = entitlements.current_tenant_id()
              and returned.purchase_id = told.purchase_id
              and returned.transaction_id = told.transaction_id
              and (returned.kind = 'refund_reversed' or api.is_refund(returned))
            order by returned.order_at desc, returned.rank desc
            limit 1) as last on true
     where told.tenant_id = entitlements.current_tenant_id()
       and told.purchase_id = charges_of.purchase_id
       and told.transaction_id is not null and told.purchased_at is not null
       and told.kind <> 'temporary_entitlement_grant'
     order by told.transaction_id,
              told.kind in ('initial_purchase', 'renewal', 'non_renewing_purchase') desc,
              told.order_at, told.rank, told.evidence_id;
end
$$;
