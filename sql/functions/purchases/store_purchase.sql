-- Writes a folded state over the one that is stored.
--
-- internal: called by whoever folded, holding the purchase's row.
-- Locks: none beyond the caller's.

create function api.store_purchase(purchase_id uuid, folded entitlements.purchases) returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
begin
    update entitlements.purchases stored
       set owner_app_user_id = folded.owner_app_user_id,
           product_id = folded.product_id,
           pending_product_id = folded.pending_product_id,
           period_type = folded.period_type,
           is_one_time = folded.is_one_time,
           is_family_share = folded.is_family_share,
           entitlement_ids = folded.entitlement_ids,
           starts_at = folded.starts_at,
           period_started_at = folded.period_started_at,
           expires_at = folded.expires_at,
           grace_expires_at = folded.grace_expires_at,
           never_expires = folded.never_expires,
           will_renew = folded.will_renew,
           cancelled_at = folded.cancelled_at,
           billing_issue_at = folded.billing_issue_at,
           paused_at = folded.paused_at,
           auto_resume_at = folded.auto_resume_at,
           refunded_at = folded.refunded_at,
           ended_at = folded.ended_at,
           transaction_id = folded.transaction_id,
           access_starts_at = folded.access_starts_at,
           access_ends_at = folded.access_ends_at,
           status_until_end = folded.status_until_end,
           status_after_end = folded.status_after_end,
           folded_at = folded.folded_at,
           folded_rank = folded.folded_rank,
           folded_evidence_id = folded.folded_evidence_id
     where stored.tenant_id = entitlements.current_tenant_id()
       and stored.purchase_id = store_purchase.purchase_id;
end
$$;

grant execute on function api.store_purchase(uuid, entitlements.purchases) to hearth_server;
comment on function api.store_purchase(uuid, entitlements.purchases) is
    'Writes a folded state over the one that is stored.';
