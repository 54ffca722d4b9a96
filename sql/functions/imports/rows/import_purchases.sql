-- Stores purchases from outside RevenueCat as evidence, folds them, and returns what changed.
--
-- Imported evidence is dated before all other evidence. As soon as RevenueCat reports the purchase,
-- its evidence counts instead, even if it is older (see fold_event). A later import replaces an
-- earlier one. The caller has locked the app users. Idempotent: the caller passes no known rows.
-- Locks: transactions (of new purchases), shared → app users by uuid → purchases by id.

create function api.import_purchases(rows entitlements.import_row[], as_of timestamptz)
returns entitlements.changes
language plpgsql volatile
as $$
declare
    -- The transaction is the original one: a row does not say which was charged last. The time is
    -- before all that RevenueCat says. Of two imports, the later id comes later.
    _entries entitlements.evidence[] := array(
        select evidence
          from unnest(import_purchases.rows) as line
          join api.import_items(import_purchases.rows) as item on item.number = line.number
         cross join lateral jsonb_populate_record(
               null::entitlements.evidence,
               to_jsonb(line) - 'transaction_id' || jsonb_build_object(
                   'tenant_id', entitlements.current_tenant_id(),
                   'evidence_id', concat_ws(
                       ':', 'import',
                       to_char(import_purchases.as_of at time zone 'UTC', 'YYYYMMDDHH24MISSUS'),
                       line.environment, line.store, line.transaction_id, item.order_item),
                   'kind', 'import',
                   'occurred_at', timestamptz '1970-01-01T00:00:00Z',
                   'received_at', import_purchases.as_of,
                   'order_at', timestamptz '1970-01-01T00:00:00Z',
                   'rank', entitlements.evidence_rank('import'),
                   'original_transaction_id', line.transaction_id,
                   'order_item', item.order_item,
                   'never_expires', line.expires_at is null,
                   'is_one_time', (
                       select product.kind <> 'subscription'
                         from api.catalog_product(line.product_id) as product))) as evidence
         where line.record = 'purchase' and line.outcome is null
         order by line.number);
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
