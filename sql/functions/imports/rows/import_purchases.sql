-- Stores purchases from outside RevenueCat as evidence, folds them, and returns what changed.
--
-- An import comes before all other evidence: RevenueCat's word of the purchase counts instead, also
-- if it is older (see fold_event). A later import replaces an earlier one.
-- The caller has locked the app users. Idempotent: known rows were sorted out.
-- Locks: transactions (of new purchases) → app users by uuid → purchases by id.

create function api.import_purchases(rows entitlements.import_row[], as_of timestamptz)
returns entitlements.changes
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _tolds entitlements.evidence[] := array(
        select told from api.import_evidence(
            import_purchases.rows, import_purchases.as_of) as told);
    _purchase_ids uuid[];
begin
    if _tolds = '{}' then
        return api.changes_of();
    end if;
    perform api.lock_event_purchases(_tolds);
    select array_agg(event.told order by purchase.purchase_id),
           array_agg(purchase.purchase_id order by purchase.purchase_id)
      into _tolds, _purchase_ids
      from api.event_chains(_tolds) as event
      join entitlements.purchases purchase
        on purchase.tenant_id = entitlements.current_tenant_id()
       and purchase.chain_id = event.chain_id
       and purchase.store = event.store and purchase.environment = event.environment;
    perform api.add_evidence(_tolds, _purchase_ids);
    return api.store_purchases(array(
        select api.folded_purchase(named.id) from unnest(_purchase_ids) as named (id)));
end
$$;
