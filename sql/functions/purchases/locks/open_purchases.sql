-- Creates the missing purchases of events, and returns all purchases of `named`, in its order.
--
-- A purchase known only from snapshots is adopted, not created again. The caller has locked the
-- transactions and the app users.
-- Idempotent: a chain has one row.
-- Locks: the purchases that are created or adopted.

create function api.open_purchases(
    entries entitlements.evidence[], named entitlements.evidence[])
returns uuid[]
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _related constant text[] := api.related_app_user_ids(array(
        select distinct event.app_user_id from unnest(entries) as event));
    -- One of the app users, or of those that transfers connect with them, owns a purchase known
    -- only from snapshots.
    _are_owners constant boolean := exists (
        select from entitlements.app_user_ids known
         cross join lateral api.purchases_of_owner(known.app_user_uuid) as owned
         where known.tenant_id = _tenant_id and known.app_user_id = any (_related)
           and starts_with(owned.chain_id, 'snapshot:'));
    _event record;
begin
    for _event in
        select event.evidence, event.chain_id
          from api.event_chains(entries) as event
         where _are_owners or exists (
               select from (values ('snapshot:' || (event.evidence).transaction_id),
                                   ('snapshot:' || event.chain_id),
                                   ('snapshot:' || (event.evidence).transaction_id || ' + '
                                        || api.item_key((event.evidence).product_id)))
                           as key (chain_id)
                 join entitlements.purchases named
                   on named.tenant_id = _tenant_id and named.chain_id = key.chain_id)
    loop
        perform api.adopt_snapshot_purchase(
            _event.evidence, _event.chain_id,
            api.related_app_user_ids(array[(_event.evidence).app_user_id]));
    end loop;
    insert into entitlements.purchases (tenant_id, environment, store, chain_id)
    select distinct _tenant_id, event.environment, event.store, event.chain_id
      from api.event_chains(entries) as event
     order by 4, 3, 2
        on conflict do nothing;
    return array(
        select (select purchase.purchase_id from entitlements.purchases purchase
                 where purchase.tenant_id = _tenant_id and purchase.chain_id = event.chain_id
                   and purchase.store = event.store
                   and purchase.environment = event.environment)
          from api.event_chains(open_purchases.named) as event);
end
$$;
