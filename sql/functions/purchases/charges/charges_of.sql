-- Returns the charges of a purchase: one row for each transaction that evidence names.
--
-- `payment` is the evidence that tells most of the charge: the payment's own event, or else the
-- first evidence that names the transaction. `refund` is null if the money was not given back, or
-- was taken again.

create function api.charges_of(purchase_id uuid)
returns table (payment entitlements.evidence, refund entitlements.evidence)
language plpgsql stable rows 10
as $$
begin
    return query
    with marks as materialized ( -- Of a thousand charges, few are refunded.
        select distinct on (returned.transaction_id) returned as mark
          from entitlements.evidence returned
         where returned.tenant_id = entitlements.current_tenant_id()
           and returned.purchase_id = charges_of.purchase_id
           and returned.transaction_id is not null
           and (returned.kind = 'refund_reversed' or api.is_refund(returned))
         order by returned.transaction_id,
                  api.order_of(returned.occurred_at, returned.received_at) desc,
                  returned.rank desc
    )
    select distinct on (evidence.transaction_id)
           evidence, case when api.is_refund(last.mark) then last.mark end
      from entitlements.evidence evidence
      left join marks last on (last.mark).transaction_id = evidence.transaction_id
     where evidence.tenant_id = entitlements.current_tenant_id()
       and evidence.purchase_id = charges_of.purchase_id
       and evidence.transaction_id is not null and evidence.purchased_at is not null
       and entitlements.evidence_does(evidence.kind) <> 'lends'
     order by evidence.transaction_id,
              entitlements.evidence_does(evidence.kind) = 'pays' desc,
              evidence.order_at, evidence.rank, evidence.evidence_id;
end
$$;
