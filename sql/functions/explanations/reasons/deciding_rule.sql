-- Returns the rule of the fold that decided what an event means, where it may surprise; else null.
--
-- `state` is the purchase before the event. The rules are those of decision 0156.
-- Other kinds are decided by no rule that may surprise.

create function api.deciding_rule(state entitlements.purchases, evidence entitlements.evidence)
returns text
language sql stable
return case
    when evidence.kind = 'refund_reversed'
         or entitlements.evidence_does(evidence.kind) = 'marks' and api.is_refund(evidence)
    then case when api.is_former_refund(state, evidence) then 'former_refund' end
    when evidence.kind = 'expiration' and api.is_lifetime(state)
    then case when evidence.expiration_reason = 'customer_support' then 'lifetime_refunded'
              else 'lifetime_goes_on' end
    when api.is_former_payment(state, evidence) then 'former_payment'
    when api.takes_pause_back(state, evidence) then 'pause_taken_back'
    when api.is_past_due(state, evidence) then 'renewal_unpaid' end;
