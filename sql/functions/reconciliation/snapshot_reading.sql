-- A snapshot's head as a row: who was read back, when, and under which ids; and what it lists that
-- is no evidence.
--
-- internal: called by add_snapshot.
-- Locks: none.
-- Raises: snapshot_malformed 422, app_user_not_found 404.

create function api.snapshot_reading(snapshot jsonb, received_at timestamptz)
returns entitlements.snapshots
language plpgsql stable security invoker
set search_path = ''
as $$
declare
    _reading entitlements.snapshots;
begin
    _reading := jsonb_populate_record(
        null::entitlements.snapshots,
        jsonb_build_object(
            'app_user_id', snapshot -> 'app_user_id', 'read_at', snapshot -> 'read_at',
            'app_user_ids', coalesce(snapshot -> 'app_user_ids', '[]')));
    _reading.tenant_id := entitlements.current_tenant_id();
    _reading.received_at := snapshot_reading.received_at;
    _reading.order_at := least(_reading.read_at, snapshot_reading.received_at);
    -- The one who was asked about stands first.
    _reading.app_user_ids := array(
        select named.id
          from unnest(_reading.app_user_id || _reading.app_user_ids) with ordinality
               as named (id, position)
         group by named.id
         order by min(named.position));
    if _reading.read_at is null or not isfinite(_reading.read_at)
       or jsonb_typeof(snapshot -> 'purchases') is distinct from 'array'
       or exists (
           select from unnest(_reading.app_user_ids) as named (id)
            where octet_length(named.id) between 1 and 1500 is not true) then
        raise sqlstate 'PT422' using message = 'snapshot_malformed',
            detail = 'The snapshot lacks its time, an app user id or its purchases.';
    end if;
    if jsonb_array_length(snapshot -> 'purchases') = 0
       and api.is_stranger(
           _reading.app_user_id, (snapshot ->> 'first_seen_at')::timestamptz) then
        raise sqlstate 'PT404' using message = 'app_user_not_found',
            detail = 'RevenueCat knows somebody of this id, and not the one it told us of.';
    end if;
    _reading.running_products := api.ignored_running_products(
        snapshot -> 'purchases', _reading.order_at);
    return _reading;
exception when data_exception then
    raise sqlstate 'PT422' using message = 'snapshot_malformed',
        detail = 'The snapshot holds a value of another type.';
end
$$;

grant execute on function api.snapshot_reading(jsonb, timestamptz) to hearth_server;
comment on function api.snapshot_reading(jsonb, timestamptz) is
    'A snapshot''s head as a row: who was read back, when, and under which ids.';
