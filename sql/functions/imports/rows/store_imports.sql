-- Stores evidence of imports, folds it, and returns what changed.
--
-- Imported evidence is dated before all other evidence. As soon as RevenueCat reports the purchase,
-- its evidence counts instead, even if it is older (see fold_event). A later import replaces an
-- earlier one. The caller has locked the app users. Idempotent: the caller passes no known rows.
-- Locks: transactions (of new purchases), shared → app users by uuid → purchases by id.

create function api.store_imports(entries entitlements.evidence[])
returns entitlements.changes
language plpgsql volatile
as $$
declare
    _entries entitlements.evidence[] := store_imports.entries;
    _found entitlements.bought_event[];
    _purchase_ids uuid[]; _refolded entitlements.purchases[];
    _opened entitlements.purchases[]; _states entitlements.purchases[];
begin
    if _entries = '{}' then
        return api.changes_of();
    end if;
    _found := api.lock_event_purchases(_entries);
    select array_agg(event.evidence), array_agg((event.state).purchase_id),
           array_agg(api.fold_import(event.evidence, (event.state).purchase_id))
               filter (where event.is_newest),
           array_agg(event.state) filter (where event.is_newest),
           array_agg(event.state) filter (where not event.is_newest)
      into _entries, _purchase_ids, _states, _opened, _refolded
      from api.purchases_of_evidence(_found) as event;
    perform api.add_evidence(_entries, _purchase_ids);
    return api.store_purchases(_opened || _refolded, _states || array(
        select api.folded_purchase(again.purchase_id) from unnest(_refolded) as again));
end
$$;
