-- Stores folded states over the present ones, and returns what changed.
--
-- The caller has locked the purchases: `former` has the locked row of each state, in the order of
-- `folded`. The fold knows only ids; this adds the uuids of the app users who have them now, and
-- looks up only ids that are new to the purchase.
-- Notifies callers that wait for a transaction (see await_transaction), and only if there are any:
-- a notification makes concurrent commits wait for each other. A call of await_transaction made
-- meanwhile waits for this commit and sees the purchase.
-- Locks: the transactions' advisory locks, shared → the purchases.

create function api.store_purchases(
    former entitlements.purchases[], folded entitlements.purchases[])
returns entitlements.changes
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _changes entitlements.changes := api.changes_of();
    _known text[];
begin
    select coalesce(array_agg(state.purchase_id), '{}'),
           array_agg(before.owner_uuid) || array_agg(before.previous_owner_uuid),
           array_agg(before.chain_id) filter (where before.folded_at is null)
               || array_agg(state.transaction_id) filter (
                      where before.folded_at is null
                         or before.transaction_id is distinct from state.transaction_id)
      into _changes.purchase_ids, _changes.owner_uuids, _known
      from unnest(folded) with ordinality as state
     cross join lateral (select (store_purchases.former[state.ordinality]).*) as before;
    if _known is not null then
        perform pg_advisory_xact_lock_shared(locked.number)
           from (select distinct api.transaction_lock(_tenant_id, known.id) as number
                   from unnest(_known) as known (id) where known.id is not null
                  order by 1) as locked;
        perform pg_notify('hearth_transactions', _tenant_id || ' ' || awaited.transaction_id)
           from entitlements.awaited_transactions awaited
          where awaited.tenant_id = _tenant_id and awaited.transaction_id = any (_known)
            and awaited.awaited_until > now();
    end if;
    with written as (
        update entitlements.purchases stored
           set (owner_app_user_id, owner_uuid, previous_owner_app_user_id, previous_owner_uuid,
                moved_at, owner_is_settled, product_id, pending_product_id, period_type,
                is_one_time, is_family_share, entitlement_ids, starts_at, period_started_at,
                expires_at, grace_expires_at, never_expires, will_renew, cancelled_at,
                billing_issue_at, paused_at, auto_resume_at, refunded_at, ended_at, transaction_id,
                access_starts_at, access_ends_at, status_until_end, status_after_end, folded_at,
                folded_rank, folded_evidence_id, trial_ends_at, end_reason,
                is_claimed_without_owner, quantity)
             = row(state.owner_app_user_id,
                case when state.owner_app_user_id = before.owner_app_user_id
                     then before.owner_uuid else own.app_user_uuid end,
                state.previous_owner_app_user_id,
                case when state.previous_owner_app_user_id = before.previous_owner_app_user_id
                     then before.previous_owner_uuid else previous.app_user_uuid end,
                state.moved_at, coalesce(state.owner_is_settled, false),
                state.product_id, state.pending_product_id, state.period_type, state.is_one_time,
                state.is_family_share, state.entitlement_ids, state.starts_at,
                state.period_started_at, state.expires_at, state.grace_expires_at,
                state.never_expires, state.will_renew, state.cancelled_at, state.billing_issue_at,
                state.paused_at, state.auto_resume_at, state.refunded_at, state.ended_at,
                state.transaction_id, state.access_starts_at, state.access_ends_at,
                state.status_until_end, state.status_after_end, state.folded_at, state.folded_rank,
                state.folded_evidence_id, state.trial_ends_at, state.end_reason,
                coalesce(state.is_claimed_without_owner, false), state.quantity)
          from unnest(folded) with ordinality as state
         cross join lateral (select (store_purchases.former[state.ordinality]).*) as before
          left join lateral (
               select known.app_user_uuid from entitlements.app_user_ids known
                where known.tenant_id = _tenant_id and known.app_user_id = state.owner_app_user_id
                  and state.owner_app_user_id is distinct from before.owner_app_user_id
               offset 0) as own on true
          left join lateral (
               select known.app_user_uuid from entitlements.app_user_ids known
                where known.tenant_id = _tenant_id
                  and known.app_user_id = state.previous_owner_app_user_id
                  and state.previous_owner_app_user_id
                      is distinct from before.previous_owner_app_user_id
               offset 0) as previous on true
         where stored.tenant_id = _tenant_id and stored.purchase_id = state.purchase_id
        returning stored.owner_uuid, stored.previous_owner_uuid)
    select coalesce(_changes.owner_uuids || array_agg(written.owner_uuid)
                    || array_agg(written.previous_owner_uuid), '{}')
      into _changes.owner_uuids from written;
    return _changes;
end
$$;
