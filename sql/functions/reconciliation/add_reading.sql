-- Writes down that a person was read back, with what was listed.
--
-- internal: called by apply_snapshot, which has seen that it was not before.
-- Products stand beside it where they hide others: version 2 of the API, which says of each
-- subscription whether it gives access, lists all.
-- Locks: none.

create function api.add_reading(
    reading entitlements.snapshots, listed entitlements.evidence[])
returns entitlements.snapshots
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _added entitlements.snapshots;
begin
    insert into entitlements.snapshots
           (tenant_id, app_user_id, read_at, received_at, app_user_ids, run_id, content,
            purchase_ids, running_products)
    select reading.tenant_id, reading.app_user_id, reading.read_at, reading.received_at,
           reading.app_user_ids, reading.run_id, reading.content,
           coalesce(array_agg(told.purchase_id), '{}'),
           reading.running_products || coalesce(array_agg(distinct listed.product) filter (
               where not told.is_one_time and listed.product is not null
                 and told.gives_access is null
                 and coalesce(told.never_expires or null,
                              told.expires_at > reading.order_at)), '{}')
      from unnest(listed) as told
     cross join lateral (
           select told.environment || ' ' || split_part(told.product_id, ':', 1))
           as listed (product)
    returning * into strict _added;
    return _added;
end
$$;

grant execute on function api.add_reading(entitlements.snapshots, entitlements.evidence[])
    to hearth_server;
comment on function api.add_reading(entitlements.snapshots, entitlements.evidence[]) is
    'Writes down that a person was read back, with what was listed.';
