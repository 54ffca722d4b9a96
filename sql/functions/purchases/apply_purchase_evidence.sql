-- Adds one piece of evidence to the purchase that it is about, and folds it in.
--
-- internal: called by apply_evidence, which has joined the ids.
-- Evidence newer than all that there is is one step on the stored state; anything else is folded
-- again from the start. A purchase that only snapshots told of so far is the one that they meant.
-- Idempotent: evidence has one row by its id (the caller writes each event once).
-- Locks: the transactions → app users by uuid → the purchase.
-- Raises: evidence_incomplete 422.

create function api.apply_purchase_evidence(told entitlements.evidence) returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _chain_id constant text := coalesce(
        told.original_transaction_id, told.transaction_id,
        told.app_user_id || ' ' || told.product_id);
    _told entitlements.evidence := told;
    _related text[];
    s entitlements.purchases;
begin
    if _chain_id is null and told.kind = 'temporary_entitlement_grant' then
        return; -- RevenueCat's own sample names no product: there is nothing to grant.
    end if;
    if _chain_id is null or told.app_user_id is null then
        raise sqlstate 'PT422' using message = 'evidence_incomplete',
            detail = 'The event names no purchase, or nobody whose it is.';
    end if;
    perform api.lock_transactions(
        array[_chain_id, told.transaction_id, split_part(told.transaction_id, '..', 1)]);
    _related := api.lock_related_app_users(array[told.app_user_id]);

    perform api.adopt_snapshot_purchase(told, _chain_id, _related);
    insert into entitlements.purchases (tenant_id, environment, store, chain_id)
    values (_tenant_id, told.environment, told.store, _chain_id)
        on conflict do nothing;
    select * into strict s from entitlements.purchases purchase
     where purchase.tenant_id = _tenant_id and purchase.environment = told.environment
       and purchase.store = told.store and purchase.chain_id = _chain_id
       for no key update;
    _told.purchase_id := s.purchase_id;
    _told := api.add_evidence(_told);

    if api.is_newest_evidence(_told, s, _related) then
        -- Without transfers the related ids are the person's own.
        s := api.fold_purchase_step(s, _told, _related);
    else
        s := api.folded_purchase(s.purchase_id);
    end if;
    perform api.store_purchases(array[s]);
end
$$;

grant execute on function api.apply_purchase_evidence(entitlements.evidence) to hearth_server;
comment on function api.apply_purchase_evidence(entitlements.evidence) is
    'Adds one piece of evidence to the purchase that it is about, and folds it in.';
