-- Folds that a snapshot of the owner did not list a purchase which should have been running.
--
-- internal: called by fold_purchase_step; `ids` are those of the person who was read back.
-- A purchase that is paid once disappears when it is refunded. What an operator granted was taken
-- back. A subscription is listed for ever, so it went to somebody whom we have not read yet: nobody
-- has it until evidence says who, and a household keeps it for as long as it keeps a purchase that
-- a transfer moves. One that may be hidden behind another lasts no longer than that (`expires_at`).
-- Purchases of other people, what is over, and what was claimed are left alone: of a claim
-- RevenueCat knows nothing.
-- Pure: reads nothing but its arguments.

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
