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
    _added entitlements.evidence[] := array[]::entitlements.evidence[];
    _purchase_ids uuid[] := array[]::uuid[];
    _states entitlements.purchases[] := array[]::entitlements.purchases[];
    _event record;
    _told entitlements.evidence;
begin
    if _tolds = '{}' then
        return api.changes_of();
    end if;
    perform api.lock_event_purchases(_tolds);
    for _event in select * from api.told_purchases(_tolds) loop
        _told := _event.told;
        _told.purchase_id := (_event.state).purchase_id;
        _added := _added || _told;
        _purchase_ids := _purchase_ids || _told.purchase_id;
        if _event.is_newest then
            _states := _states || api.fold_import(_told);
        end if;
    end loop;
    perform api.add_evidence(_added, _purchase_ids);
    return api.store_purchases(_states || array(
        select api.folded_purchase(told.purchase_id) from unnest(_added) as told
         where told.purchase_id <> all (array(
               select state.purchase_id from unnest(_states) as state))));
end
$$;
