-- Folds what a snapshot lists of a purchase: it replaces everything that was told before.
--
-- internal: called by fold_purchase_step.
-- Its expiry includes grace. The API of version 1 tells times to the second, so what is known more
-- exactly stays; it may leave out the plan of a Play product, and it names an entitlement at one of
-- the products that grant it, so it takes none away. Where version 2 says that there is access
-- beyond the expiry, and nobody told us until when, it lasts a day: somebody asks again by then.
-- Version 2 says whether a subscription is cancelled or unpaid, and not since when, nor how long
-- its grace is: the times that events told stay, else since when is the time of the reading. What
-- it does not say stays as it is.
-- Pure: reads nothing but its arguments.

create function api.fold_snapshot(state entitlements.purchases, told entitlements.evidence)
returns entitlements.purchases
language plpgsql immutable security invoker
set search_path = ''
as $$
declare
    s entitlements.purchases := state;
    _purchased_at constant timestamptz :=
        coalesce(told.purchased_at, told.original_purchased_at, told.order_at);
    -- Stores charge hours ahead. Of a first period that is a start; of a later one it is not, as
    -- nobody may have told us of the period before.
    _started_at constant timestamptz := case
        when told.original_purchased_at < _purchased_at then least(_purchased_at, told.order_at)
        else _purchased_at end;
    _never_expires constant boolean := coalesce(
        told.never_expires, told.is_one_time and told.expires_at is null, false);
    _has_lapsed constant boolean := not _never_expires
        and coalesce(told.expires_at <= told.order_at, true);
begin
    -- What runs on keeps its start: access has no gap. Events may tell of a later period alone.
    if s.starts_at is null or s.access_ends_at < _started_at
       or s.starts_at >= _started_at + interval '1 second' then
        s.starts_at := _started_at;
    end if;
    if _purchased_at >= s.period_started_at + interval '1 second'
       or split_part(s.pending_product_id, ':', 1) = split_part(told.product_id, ':', 1) then
        s.pending_product_id := null;
    end if;
    s.period_started_at := api.same_second(s.period_started_at, _purchased_at);
    s.product_id := case
        when told.product_id = split_part(s.product_id, ':', 1) then s.product_id
        else coalesce(told.product_id, s.product_id) end;
    s.entitlement_ids := case
        when told.gives_access is not null
            then coalesce(told.entitlement_ids, s.entitlement_ids)
        else nullif(s.entitlement_ids || array(
            select named.id from unnest(told.entitlement_ids) as named (id)
             where (named.id = any (s.entitlement_ids)) is not true), '{}') end;
    s.period_type := coalesce(told.period_type, s.period_type);
    s.transaction_id := coalesce(told.transaction_id, s.transaction_id);
    s.never_expires := _never_expires;
    s.expires_at := api.same_second(s.expires_at, told.expires_at);
    s.grace_expires_at := case
        when told.grace_expires_at is not null then api.same_second(
            s.grace_expires_at, least(told.grace_expires_at, told.expires_at))
        when told.gives_access and told.has_billing_issue then s.grace_expires_at end;
    s.will_renew := coalesce(told.will_renew, false);
    if told.gives_access is null then
        s.cancelled_at := told.cancelled_at;
        s.billing_issue_at := told.billing_issue_at;
    else
        s.cancelled_at := case when told.is_cancelled then coalesce(s.cancelled_at, told.order_at)
                               when told.is_cancelled is null then s.cancelled_at end;
        s.billing_issue_at := case
            when told.has_billing_issue then coalesce(s.billing_issue_at, told.order_at)
            when told.has_billing_issue is null then s.billing_issue_at end;
    end if;
    s.auto_resume_at := told.auto_resume_at;
    s.paused_at := case when told.is_paused or told.auto_resume_at is not null
        then coalesce(s.paused_at, told.order_at) end;
    s.refunded_at := told.refunded_at;
    s.ended_at := null;
    return case when told.gives_access and _has_lapsed or not told.gives_access and not _has_lapsed
        then api.fold_given_access(s, state, told) else s end;
end
$$;

grant execute on function api.fold_snapshot(entitlements.purchases, entitlements.evidence)
    to hearth_server;
comment on function api.fold_snapshot(entitlements.purchases, entitlements.evidence) is
    'Folds what a snapshot lists of a purchase: it replaces everything that was told before.';
