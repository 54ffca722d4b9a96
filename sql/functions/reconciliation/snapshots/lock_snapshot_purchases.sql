-- Locks the app users and purchases that snapshots can concern, and answers the purchases.
--
-- Answers each purchase with the id of its snapshot: the purchases that the app user has or had,
-- and those of others that the snapshot lists. The caller holds the app users named. `repeated` are
-- the ids of repeated snapshots.
-- A listed purchase may have another owner, who is locked too. The owner can change during the wait
-- for the lock, so the lookup is repeated until it is stable.
-- Locks: app users by uuid → purchases by id.
-- Raises: HSET0 if two snapshots concern one app user, or list one transaction or purchase.

create function api.lock_snapshot_purchases(
    snapshots entitlements.snapshots[], listed entitlements.evidence[], repeated text[])
returns table (app_user_ids text[], purchase_ids uuid[])
language plpgsql volatile rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _chains record;
    _named record;
    _known record;
    _other record;
begin
    select array_agg(item.app_user_id) as asked, array_agg(chain.id) as ids into strict _chains
      from unnest(listed) as item
     cross join lateral unnest(array[
           item.transaction_id, split_part(item.transaction_id, '..', 1),
           'snapshot:' || item.transaction_id,
           split_part(item.transaction_id, '..', 1) || ' + ' || api.item_key(item.product_id)])
           as chain (id)
     where chain.id <> '';
    select array_agg(snapshot.app_user_id) as asked, array_agg(named.id) as ids into strict _named
      from unnest(snapshots) as snapshot
     cross join lateral unnest(snapshot.app_user_ids) as named (id);
    loop
        select array_agg(own.asked) as asked, array_agg(own.id) as ids into strict _named
          from api.ids_of_snapshots(_named.asked, _named.ids) as own;
        select coalesce(array_agg(own.asked), '{}') as asked,
               coalesce(array_agg(own.purchase_id), '{}') as ids into strict _known
          from api.purchases_of_snapshots(
                   _named.asked, _named.ids, _chains.asked, _chains.ids) as own;
        select array_agg(known.asked) as asked, array_agg(purchase.owner_app_user_id) as ids
          into strict _other
          from unnest(_known.asked, _known.ids) as known (asked, purchase_id)
          join entitlements.purchases purchase
            on purchase.tenant_id = _tenant_id and purchase.purchase_id = known.purchase_id
         where purchase.owner_app_user_id <> all (_named.ids);
        exit when _other.ids is null;
        _named.asked := _named.asked || _other.asked;
        _named.ids := _named.ids || _other.ids;
        perform api.lock_related_app_users(_named.ids);
    end loop;
    if _named.ids && repeated or exists (
        select from (
               select 'id' as kind, named.* from unnest(_named.asked, _named.ids) as named
                union all
               select 'purchase', known.asked, known.id::text
                 from unnest(_known.asked, _known.ids) as known (asked, id)
                union all
               select 'chain', chain.* from unnest(_chains.asked, _chains.ids) as chain)
               as shared (kind, asked, id)
         group by shared.kind, shared.id having min(shared.asked) <> max(shared.asked)) then
        raise sqlstate 'HSET0';
    end if;
    perform from entitlements.purchases purchase
      where purchase.tenant_id = _tenant_id and purchase.purchase_id = any (_known.ids)
      order by purchase.purchase_id
        for no key update;
    app_user_ids := _known.asked;
    purchase_ids := _known.ids;
    return next;
end
$$;
