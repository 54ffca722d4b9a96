-- Folds one more piece of evidence into the state of a purchase.
--
-- It is the transition of the aggregate fold_purchase, and is called alone if new evidence is also
-- the newest. Only this function decides what an event means.
-- `ids` are all ids of the app user that the evidence names, so that a purchase under another id of
-- its owner does not move. For a transfer they are those of all sources; for a snapshot, those of
-- all app users that RevenueCat counts as one.
-- Pure: reads only its arguments.

create function api.fold_purchase_step(
    state entitlements.purchases, told entitlements.evidence, ids text[])
returns entitlements.purchases
language plpgsql immutable security invoker
set search_path = ''
as $$
declare
    s entitlements.purchases := state;
    _opens constant boolean := told.kind in ('initial_purchase', 'renewal', 'non_renewing_purchase',
        'temporary_entitlement_grant', 'subscription_extended', 'uncancellation',
        'refund_reversed');
begin
    if told.kind in ('transfer', 'absence', 'claim') then
        return case told.kind when 'transfer' then api.fold_transfer(s, told, ids)
                              when 'claim' then api.fold_claim(s, told, ids)
                              else api.fold_absence(s, told, ids) end;
    end if;

    s.folded_at := told.order_at;
    s.folded_rank := told.rank;
    s.folded_evidence_id := told.evidence_id;
    s.tenant_id := told.tenant_id;
    s.purchase_id := told.purchase_id;
    s.environment := told.environment;
    s.store := told.store;
    if s.owner_app_user_id is distinct from told.app_user_id then
        s := api.fold_owner(s, told, ids);
    end if;
    s.is_one_time := coalesce(s.is_one_time, false) or coalesce(told.is_one_time, false)
        or told.kind = 'non_renewing_purchase';
    s.is_family_share := coalesce(told.is_family_share, s.is_family_share, false);
    s.never_expires := coalesce(s.never_expires, false);
    s.owner_is_settled := coalesce(s.owner_is_settled, false);
    s.will_renew := coalesce(s.will_renew, false);
    if told.kind = 'snapshot' then
        s := api.fold_snapshot(s, told);
    else
        -- Counts only if the catalog lacks the product. A missing list takes nothing away.
        s.entitlement_ids := coalesce(told.entitlement_ids, s.entitlement_ids);
        if told.kind = 'product_change' then
            -- The change is only requested; a purchase or renewal event will make it.
            s.product_id := coalesce(s.product_id, told.product_id);
            s.pending_product_id := coalesce(told.new_product_id, s.pending_product_id);
        else
            s := case when _opens then api.fold_period(s, told) else api.fold_mark(s, told) end;
        end if;
    end if;
    -- Access ends at the later of expiry and grace, or earlier by an expiration or a refund. A
    -- period without a known end gives no access: it is not a lifetime.
    s.access_starts_at := coalesce(s.starts_at, 'infinity');
    s.access_ends_at := least(s.refunded_at, s.ended_at, case
        when s.starts_at is null then '-infinity'
        when s.never_expires then 'infinity'
        else coalesce(greatest(s.expires_at, s.grace_expires_at), '-infinity') end);
    s.status_until_end := case -- The status that needs action comes first.
        when s.store = 'promotional' then 'granted'
        when s.never_expires then 'lifetime'
        when s.billing_issue_at is not null then 'billing_issue'
        when s.paused_at is not null then 'paused'
        when s.cancelled_at is not null then 'cancelled'
        when s.period_type = 'trial' then 'trialing' else 'active' end;
    s.status_after_end := case when s.refunded_at is not null then 'refunded'
        when s.paused_at is not null then 'paused' else 'expired' end;
    return s;
end
$$;
