-- Folds that a snapshot of the owner did not list a purchase that should be running.
--
-- `ids` are those of the snapshot's app user. The cause depends on the kind of purchase:
-- - paid once: it was refunded;
-- - an operator's grant: it was taken back;
-- - a subscription: it moved to an app user not read yet, because RevenueCat lists subscriptions
--   for ever. It has no owner until evidence names one, and a household holds it as after a
--   transfer.
-- If another subscription may hide the purchase, it ends at `told.expires_at`. Three kinds are left
-- alone: those of other app users, ended ones, and claimed ones (RevenueCat does not know claims).
-- Pure: reads only its arguments.

create function api.fold_absence(
    state entitlements.purchases, told entitlements.evidence, ids text[])
returns entitlements.purchases
language plpgsql immutable security invoker
set search_path = ''
as $$
declare
    s entitlements.purchases := state;
begin
    if (s.owner_app_user_id = any (ids) and not s.owner_is_settled
        and s.access_ends_at > greatest(told.order_at, told.expires_at)) is not true then
        return s;
    end if;
    s.folded_at := told.order_at;
    s.folded_rank := told.rank;
    s.folded_evidence_id := told.evidence_id;
    if told.expires_at <> '-infinity' then
        s.ended_at := told.expires_at;
    elsif s.store = 'promotional' then
        s.ended_at := told.order_at;
        s.end_reason := 'developer_initiated';
    elsif s.is_one_time then
        s.refunded_at := told.order_at;
    else
        s.previous_owner_app_user_id := s.owner_app_user_id;
        s.moved_at := told.order_at;
        s.owner_app_user_id := null;
    end if;
    s.access_ends_at := least(s.access_ends_at, s.refunded_at, s.ended_at);
    s.status_after_end := case
        when s.refunded_at is not null then 'refunded' else s.status_after_end end;
    return s;
end
$$;
