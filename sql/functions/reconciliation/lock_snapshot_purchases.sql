-- Locks everybody whom a snapshot can concern and their purchases, and answers the purchases: those
-- that the person who was read back has or had, and those of others which the snapshot lists.
--
-- internal: called by apply_snapshot.
-- A listed purchase may be somebody else's as far as we know: they are locked too, and who that is
-- can change while we wait, so it is asked again until it has not.
-- Locks: the listed transactions → app users by uuid → purchases by id.

create function api.lock_snapshot_purchases(
    reading entitlements.snapshots, listed entitlements.evidence[])
returns uuid[]
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _chains constant text[] := array(
        select chain.id
          from unnest(listed) as told,
               unnest(array[told.transaction_id, split_part(told.transaction_id, '..', 1),
                            'snapshot:' || told.transaction_id]) as chain (id)
         where chain.id <> '');
    _ids text[] := reading.app_user_ids;
    _related text[];
    _purchase_ids uuid[];
    _owners text[];
begin
    perform api.lock_transactions(_chains);
    loop
        _related := api.lock_related_app_users(_ids);
        _purchase_ids := array(
            select known.purchase_id from entitlements.evidence known
             where known.tenant_id = _tenant_id and known.app_user_id = any (_related)
             union
            select same.purchase_id from entitlements.evidence same
             where same.tenant_id = _tenant_id and same.transaction_id = any (_chains)
             union
            select same.purchase_id from entitlements.purchases same
             where same.tenant_id = _tenant_id and same.chain_id = any (_chains)
             order by 1);
        _owners := array(
            select distinct purchase.owner_app_user_id from entitlements.purchases purchase
             where purchase.tenant_id = _tenant_id and purchase.purchase_id = any (_purchase_ids)
               and purchase.owner_app_user_id is not null);
        exit when _owners <@ _related;
        _ids := _ids || _owners;
    end loop;

    perform from entitlements.purchases purchase
      where purchase.tenant_id = _tenant_id and purchase.purchase_id = any (_purchase_ids)
      order by purchase.purchase_id
        for no key update;
    return _purchase_ids;
end
$$;

grant execute
    on function api.lock_snapshot_purchases(entitlements.snapshots, entitlements.evidence[])
    to hearth_server;
comment on function api.lock_snapshot_purchases(
    entitlements.snapshots, entitlements.evidence[]) is
    'Locks everybody whom a snapshot can concern and their purchases, and answers the purchases.';
