-- Returns the events of purchases about which a rule of the fold decided, with the rule as code.
--
-- It folds the newest 200 pieces of evidence of each purchase, up to the moment: the rules compare
-- an event with the period that ran.

create function api.decided_events(purchase_ids uuid[], as_of timestamptz)
returns table (code text, facts jsonb)
language plpgsql stable rows 2
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _folded_maximum constant integer := 200;
begin
    return query
    select decided.code, jsonb_build_object(
               'event_id', (decided.evidence).evidence_id,
               'event_type', upper((decided.evidence).kind),
               'product_id', coalesce((decided.evidence).product_id, (decided.state).product_id),
               'occurred_at', api.rfc3339((decided.evidence).order_at),
               'received_at', api.rfc3339((decided.evidence).received_at),
               'purchased_at', api.rfc3339((decided.evidence).purchased_at),
               'transaction_id', (decided.evidence).transaction_id,
               'period_started_at', api.rfc3339((decided.state).period_started_at))
      from (select event.evidence, event.state,
                   api.deciding_rule(event.state, event.evidence) as code
              from (select recent.evidence,
                           api.fold_purchase(
                               recent.evidence, array[(recent.evidence).app_user_id]) over (
                               partition by (recent.evidence).purchase_id
                               order by (recent.evidence).order_at, (recent.evidence).rank,
                                        (recent.evidence).evidence_id
                               rows between unbounded preceding and 1 preceding) as state
                      from unnest(decided_events.purchase_ids) as named (purchase_id)
                     cross join lateral (
                           select evidence from entitlements.evidence evidence
                            where evidence.tenant_id = _tenant_id
                              and evidence.purchase_id = named.purchase_id
                              and evidence.order_at <= decided_events.as_of
                              and evidence.kind <> 'import'
                            order by evidence.order_at desc, evidence.rank desc,
                                     evidence.evidence_id desc
                            limit _folded_maximum) as recent) as event) as decided
     where decided.code is not null
     order by (decided.evidence).order_at desc, (decided.evidence).evidence_id desc
     limit 20;
end
$$;
