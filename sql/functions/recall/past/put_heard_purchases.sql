-- Stores what heard_purchases returned, and folds the purchases from it.
--
-- Locks: the new rows.

create function api.put_heard_purchases(heard jsonb) returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _evidence constant entitlements.evidence[] := array(
        select jsonb_populate_record(
                   null::entitlements.evidence,
                   piece || jsonb_build_object('tenant_id', _tenant_id))
          from jsonb_array_elements(heard -> 'evidence') as piece);
    _opened entitlements.purchases[];
begin
    with added as (
        insert into entitlements.purchases as purchase
               (tenant_id, purchase_id, environment, store, chain_id)
        select _tenant_id, bought.purchase_id, bought.environment, bought.store, bought.chain_id
          from jsonb_populate_recordset(null::entitlements.purchases, heard -> 'purchases')
               as bought
        returning purchase)
    select coalesce(array_agg(added.purchase), '{}') into _opened from added;
    perform api.add_evidence(
        _evidence, array(select piece.purchase_id from unnest(_evidence) as piece));
    insert into entitlements.transfer_sides (tenant_id, app_user_id, evidence_id, side)
    select _tenant_id, side.app_user_id, side.evidence_id, side.side
      from jsonb_populate_recordset(null::entitlements.transfer_sides, heard -> 'transfer_sides')
           as side;
    insert into entitlements.snapshots
           (tenant_id, app_user_id, read_at, received_at, app_user_ids, purchase_ids,
            silent_products, first_read_at, first_received_at)
    select _tenant_id, snapshot.app_user_id, snapshot.read_at, snapshot.received_at,
           snapshot.app_user_ids, snapshot.purchase_ids, snapshot.silent_products,
           snapshot.first_read_at, snapshot.first_received_at
      from jsonb_populate_recordset(null::entitlements.snapshots, heard -> 'snapshots')
           as snapshot;
    perform api.store_purchases(_opened, array(
        select api.folded_purchase(opened.purchase_id) from unnest(_opened) as opened));
    insert into entitlements.orphans (tenant_id, orphan_id, purchase_id, orphaned_at, reason)
    select _tenant_id, orphan.orphan_id, orphan.purchase_id, orphan.orphaned_at, orphan.reason
      from jsonb_populate_recordset(null::entitlements.orphans, heard -> 'orphans') as orphan;
    perform api.note_orphans(array(select opened.purchase_id from unnest(_opened) as opened));
    insert into entitlements.webhook_events
           (tenant_id, event_id, event_type, body, received_at, status, failure, attempts, due_at,
            app_user_id, environment)
    select _tenant_id, event.event_id, event.event_type, event.body, event.received_at,
           past.status,
           case when past.status = 'failed' then coalesce(event.failure, 'not kept') end,
           event.attempts,
           case when past.status = 'failed' then coalesce(event.due_at, event.applied_at) end,
           event.app_user_id, event.environment
      from jsonb_populate_recordset(null::entitlements.webhook_events, heard -> 'events') as event
     cross join lateral (
           select case when event.applied_at is null then event.status else 'failed' end)
           as past (status);
end
$$;
