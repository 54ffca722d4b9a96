-- Folds that a snapshot of the owner did not list a purchase that should be running.
--
-- `ids` are those of the snapshot's app user. The cause depends on the kind of purchase:
-- - paid once: it was refunded; shared by a family: the family stopped;
-- - an operator's grant: it was taken back;
-- - an entitlement without a purchase: it ended, or has a purchase now;
-- - a subscription: it moved to an app user not read yet, because RevenueCat lists subscriptions
--   for ever. It has no owner until evidence names one, and a household holds it as after a
--   transfer.
-- If another plan replaced the purchase, it ended at `evidence.expires_at` (see hidden_until).
-- Three kinds are left alone: those of other app users, ended ones, and claimed ones (RevenueCat
-- does not know claims).

create function api.fold_absence(
    state entitlements.purchases, evidence entitlements.evidence, ids text[])
returns entitlements.purchases
language plpgsql immutable
as $$
declare
    _purchase entitlements.purchases := state;
begin
    if (_purchase.owner_app_user_id = any (ids) and not _purchase.owner_is_settled
        and _purchase.access_ends_at > greatest(evidence.order_at, evidence.expires_at)) is not true
       or isfinite(evidence.expires_at) and evidence.expires_at <= _purchase.period_started_at then
        return _purchase;
    end if;
    _purchase.folded_at := api.order_of(evidence.occurred_at, evidence.received_at);
    _purchase.folded_rank := evidence.rank;
    _purchase.folded_evidence_id := evidence.evidence_id;
    if evidence.expires_at <> '-infinity' then
        _purchase.ended_at := evidence.expires_at;
        _purchase.will_renew := false;
    elsif _purchase.store = 'promotional' then
        _purchase.ended_at := evidence.order_at;
        _purchase.end_reason := 'developer_initiated';
    elsif api.stands_for_entitlement(_purchase)
          or _purchase.is_one_time and _purchase.is_family_share then
        _purchase.ended_at := evidence.order_at;
    elsif _purchase.is_one_time then
        _purchase.refunded_at := evidence.order_at;
    else
        _purchase.previous_owner_app_user_id := _purchase.owner_app_user_id;
        _purchase.moved_at := evidence.order_at;
        _purchase.owner_app_user_id := null;
    end if;
    _purchase.access_ends_at := least(
        _purchase.access_ends_at, _purchase.refunded_at, _purchase.ended_at);
    _purchase.status_after_end := case
        when _purchase.refunded_at is not null then 'refunded' else _purchase.status_after_end end;
    return _purchase;
end
$$;
