-- Makes the purchases that events tell of and that are not there, and answers them. A purchase that
-- only snapshots told of so far is the one that they meant.
--
-- internal: called by hold_purchases, which holds the transactions and the people.
-- Idempotent: a chain has one row.
-- Locks: the purchases that are made or get their name.

create function api.open_purchases(tolds entitlements.evidence[]) returns uuid[]
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _event record;
begin
    for _event in select event.told, event.chain_id from api.event_chains(tolds) as event loop
        perform api.adopt_snapshot_purchase(
            _event.told, _event.chain_id,
            api.related_app_user_ids(array[(_event.told).app_user_id]));
    end loop;
    insert into entitlements.purchases (tenant_id, environment, store, chain_id)
    select distinct (event.told).tenant_id, event.environment, event.store, event.chain_id
      from api.event_chains(tolds) as event
     order by 4, 3, 2
        on conflict do nothing;
    return array(
        select purchase.purchase_id from api.event_chains(tolds) as event
          join entitlements.purchases purchase
            on purchase.tenant_id = entitlements.current_tenant_id()
           and purchase.chain_id = event.chain_id
           and purchase.store = event.store and purchase.environment = event.environment);
end
$$;
