-- Returns what the evidence of some buckets says of access: from when, until when, and of what.
--
-- `latest_at` is the latest period that earlier evidence of the purchase named; an import names
-- none. `opens` says whether evidence begins a period that nothing earlier began. `ends_at` is
-- `-infinity` where evidence takes access away. Only production counts, and no family share:
-- another app user has paid. What RevenueCat gives for a day, because a store does not answer, is
-- left out.
-- Other kinds count from their own moment; what the table of kinds says opens periods.

create function api.bucket_evidence(
    first_bucket integer, last_bucket integer, as_of timestamptz)
returns table (
    purchase_id uuid, order_at timestamptz, rank smallint, evidence_id text, kind text,
    product_id text, store text, country_code text, class text, is_unpaid boolean,
    is_refund boolean, latest_at timestamptz, purchased_at timestamptz, opens boolean,
    begins_at timestamptz, ends_at timestamptz)
language plpgsql stable rows 10000
as $$
begin
    return query
    select fact.purchase_id, fact.place, fact.rank, fact.evidence_id, fact.kind,
           fact.product_id, fact.store, fact.country_code,
           case when api.is_granted(fact.store) then 'grants'
                when fact.kind = 'non_renewing_purchase' or fact.is_one_time then 'one_time'
                when fact.period_type = 'trial' then 'trials' else 'subscriptions' end,
           fact.kind = 'billing_issue' or coalesce(fact.expiration_reason = 'billing_error', false)
               or fact.billing_issue_at is not null,
           fact.is_refund, fact.latest_at, fact.purchased_at,
           fact.names_period and fact.is_later,
           case when fact.kind = 'snapshot' and not fact.is_later
                    then coalesce(fact.refunded_at, fact.order_at)
                when fact.names_period then coalesce(fact.purchased_at, fact.order_at)
                when fact.kind in ('billing_issue', 'absence')
                    then least(fact.order_at, nullif(fact.expires_at, '-infinity'))
                else fact.order_at end,
           case when fact.kind in ('expiration', 'cancellation', 'revocation', 'absence')
                     or fact.kind = 'snapshot' and not fact.is_later then '-infinity'
                when fact.never_expires or fact.expires_at is null
                     and (fact.kind in ('non_renewing_purchase', 'grant') or fact.is_one_time)
                    then coalesce(fact.refunded_at, 'infinity')
                else least(fact.refunded_at, coalesce(
                         greatest(fact.expires_at, fact.grace_expires_at), '-infinity')) end
      from (select seen.*, seen.latest_at is null
                       or seen.purchased_at >= seen.latest_at + interval '1 second' as is_later
              from (select evidence.*, api.is_refund(evidence) as is_refund,
                           api.order_of(evidence.occurred_at, evidence.received_at) as place,
                           evidence.kind in ('import', 'grant', 'snapshot')
                               or entitlements.evidence_does(evidence.kind) = 'pays'
                               as names_period,
                           max(evidence.purchased_at) filter (
                               where evidence.kind in ('grant', 'snapshot')
                                  or entitlements.evidence_does(evidence.kind) = 'pays')
                               over (partition by evidence.purchase_id
                                     order by api.order_of(
                                                  evidence.occurred_at, evidence.received_at),
                                              evidence.rank, evidence.evidence_id
                                     rows between unbounded preceding and 1 preceding)
                               as latest_at
                      from entitlements.evidence evidence
                     where evidence.tenant_id = entitlements.current_tenant_id()
                       and evidence.purchase_id between api.bucket_start(first_bucket)
                           and api.bucket_end(last_bucket)
                       and evidence.environment = 'production'
                       and evidence.order_at <= bucket_evidence.as_of
                       and evidence.is_family_share is not true) as seen) as fact
     where entitlements.evidence_does(fact.kind) in ('pays', 'changes', 'imports', 'revokes')
        or fact.kind in ('grant', 'billing_issue', 'expiration')
        or fact.is_refund
        or fact.kind = 'cancellation' and fact.store = 'promotional'
        or fact.kind = 'snapshot' and (fact.is_later or not fact.gives_access)
        or fact.kind = 'absence'
           and (fact.expires_at > '-infinity' or fact.is_one_time or fact.store = 'promotional');
end
$$;
