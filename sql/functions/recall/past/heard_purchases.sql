-- Returns what had been heard by a moment of purchases under ids, and of transfers between them.
--
-- Lists of rows by name: `purchases`, `evidence`, `transfer_sides`, `snapshots`, `orphans` and
-- `events`, which could not be applied by then. An event that was applied later than it was
-- received is evidence from then on; if its body was dropped, it has what evidence says.

create function api.heard_purchases(app_user_ids text[], known_at timestamptz) returns jsonb
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ids constant text[] := heard_purchases.app_user_ids;
    _evidence constant jsonb[] := array(
        select to_jsonb(heard)
          from (select one.evidence_id
                  from unnest(_ids) as named (id)
                  join entitlements.evidence one
                    on one.tenant_id = _tenant_id and one.app_user_id = named.id
                 union
                select side.evidence_id
                  from unnest(_ids) as named (id)
                  join entitlements.transfer_sides side
                    on side.tenant_id = _tenant_id and side.app_user_id = named.id) as found
         cross join lateral (
               select * from entitlements.evidence one
                where one.tenant_id = _tenant_id and one.evidence_id = found.evidence_id
               offset 0) as heard
         where heard.received_at <= heard_purchases.known_at
           and not exists (
               select from entitlements.webhook_events event
                where event.tenant_id = _tenant_id
                  and event.event_id = api.event_of_evidence(heard.evidence_id, heard.order_item)
                  and event.applied_at > heard_purchases.known_at));
    _purchase_ids constant uuid[] := array(
        select distinct (heard ->> 'purchase_id')::uuid from unnest(_evidence) as heard
         where heard ->> 'purchase_id' is not null);
begin
    return jsonb_build_object(
        'evidence', to_jsonb(_evidence),
        'purchases', (
            select coalesce(jsonb_agg(to_jsonb(bought)), '[]')
              from unnest(_purchase_ids) as named (id)
              join entitlements.purchases bought
                on bought.tenant_id = _tenant_id and bought.purchase_id = named.id),
        'transfer_sides', (
            select coalesce(jsonb_agg(to_jsonb(moved)), '[]')
              from unnest(_evidence) as heard
              join entitlements.transfer_sides moved
                on moved.tenant_id = _tenant_id and moved.evidence_id = heard ->> 'evidence_id'
             where heard ->> 'kind' = 'transfer'),
        'snapshots', (
            select coalesce(jsonb_agg(
                       to_jsonb(snapshot) || case
                           when snapshot.received_at > heard_purchases.known_at
                           then jsonb_build_object(
                               'read_at', snapshot.first_read_at,
                               'received_at', snapshot.first_received_at,
                               'first_read_at', null, 'first_received_at', null)
                           else '{}' end), '[]')
              from unnest(_ids) as named (id)
              join entitlements.snapshots snapshot
                on snapshot.tenant_id = _tenant_id and snapshot.app_user_id = named.id
             where coalesce(snapshot.first_received_at, snapshot.received_at)
                   <= heard_purchases.known_at),
        'orphans', (
            select coalesce(jsonb_agg(to_jsonb(earliest)), '[]')
              from (select distinct on (orphan.purchase_id) orphan.*
                      from unnest(_purchase_ids) as named (id)
                      join entitlements.orphans orphan
                        on orphan.tenant_id = _tenant_id and orphan.purchase_id = named.id
                     where orphan.orphaned_at <= heard_purchases.known_at
                       and coalesce(orphan.resolved_at > heard_purchases.known_at, true)
                     order by orphan.purchase_id, orphan.resolved_at) as earliest),
        'events', (
            select coalesce(jsonb_agg(
                       to_jsonb(event) || case when event.body is null
                           then jsonb_build_object('body', api.heard_body(event.event_id))
                           else '{}' end), '[]')
              from unnest(_ids) as named (id)
              join entitlements.webhook_events event
                on event.tenant_id = _tenant_id and event.app_user_id = named.id
             where event.received_at <= heard_purchases.known_at
               and (event.status <> 'applied' or event.environment = 'sandbox'
                    or event.applied_at > heard_purchases.known_at)));
end
$$;
