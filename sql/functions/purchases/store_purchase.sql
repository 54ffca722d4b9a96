-- Writes a folded state over the one that is stored, and answers whose it was and is.
--
-- internal: called by store_purchases, which brings what follows from it up to date.
-- Tells who waits for its transaction.
-- Locks: the purchase, the shares of its transactions.

create function api.store_purchase(folded entitlements.purchases) returns uuid[]
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _state constant entitlements.purchases := api.with_owners(folded);
    _before entitlements.purchases;
begin
    select * into strict _before from entitlements.purchases stored
     where stored.tenant_id = _tenant_id and stored.purchase_id = _state.purchase_id;
    perform api.tell_awaited_transactions(_before, _state);
    update entitlements.purchases stored
       set owner_app_user_id = _state.owner_app_user_id,
           owner_uuid = _state.owner_uuid,
           previous_owner_app_user_id = _state.previous_owner_app_user_id,
           previous_owner_uuid = _state.previous_owner_uuid,
           moved_at = _state.moved_at,
           owner_is_settled = coalesce(_state.owner_is_settled, false),
           product_id = _state.product_id,
           pending_product_id = _state.pending_product_id,
           period_type = _state.period_type,
           is_one_time = _state.is_one_time,
           is_family_share = _state.is_family_share,
           entitlement_ids = _state.entitlement_ids,
           starts_at = _state.starts_at,
           period_started_at = _state.period_started_at,
           expires_at = _state.expires_at,
           grace_expires_at = _state.grace_expires_at,
           never_expires = _state.never_expires,
           will_renew = _state.will_renew,
           cancelled_at = _state.cancelled_at,
           billing_issue_at = _state.billing_issue_at,
           paused_at = _state.paused_at,
           auto_resume_at = _state.auto_resume_at,
           refunded_at = _state.refunded_at,
           ended_at = _state.ended_at,
           transaction_id = _state.transaction_id,
           access_starts_at = _state.access_starts_at,
           access_ends_at = _state.access_ends_at,
           status_until_end = _state.status_until_end,
           status_after_end = _state.status_after_end,
           folded_at = _state.folded_at,
           folded_rank = _state.folded_rank,
           folded_evidence_id = _state.folded_evidence_id
     where stored.tenant_id = _tenant_id
       and stored.purchase_id = _state.purchase_id;
    return array[_before.owner_uuid, _before.previous_owner_uuid, _state.owner_uuid,
                 _state.previous_owner_uuid];
end
$$;

grant execute on function api.store_purchase(entitlements.purchases) to hearth_server;
comment on function api.store_purchase(entitlements.purchases) is
    'Writes a folded state over the one that is stored.';
