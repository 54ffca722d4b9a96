-- Returns whether a refund, or its reversal, is of an earlier period than the one that runs.
--
-- Such a refund takes nothing of what was paid after it (decision 0156). The running transaction
-- tells that it is of this period, unless the store has one transaction for the whole chain. Else
-- the purchase date decides, to the second, and without a date another transaction.

create function api.is_former_refund(state entitlements.purchases, evidence entitlements.evidence)
returns boolean
language sql stable
return case
    when evidence.transaction_id = state.transaction_id
         and evidence.transaction_id is distinct from evidence.original_transaction_id then false
    when evidence.purchased_at is null
    then coalesce(evidence.transaction_id <> state.transaction_id, false)
    else coalesce(evidence.purchased_at <= state.period_started_at - interval '1 second', false)
    end;
