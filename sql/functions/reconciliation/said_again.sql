-- Which snapshots say what the last one of the same person said, and mean the same by it: each with
-- its place among them, and when that last one was read.
--
-- internal: called by repeat_snapshots.
-- What an entry means turns on the time where it ended or began in between, and where it gives
-- access beyond its expiry. Strangers say that they have nothing as everybody does (see
-- is_stranger). Where one of the snapshots cannot be read none is answered: add_snapshot refuses
-- it, and takes the others.
-- Locks: none.

create function api.said_again(snapshots jsonb, received_at timestamptz)
returns table (
    place integer, app_user_id text, read_at timestamptz, last_read_at timestamptz)
language plpgsql stable security invoker rows 16
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _sandbox_policy constant text := (
        select tenant.sandbox_policy from entitlements.tenants tenant
         where tenant.tenant_id = _tenant_id);
begin
    return query
    select told.place::integer, told.app_user_id, told.read_at, last.read_at
      from (select listed.place, listed.snapshot, listed.snapshot ->> 'app_user_id' as app_user_id,
                   dated.read_at, least(dated.read_at, said_again.received_at) as order_at,
                   api.snapshot_content(listed.snapshot, _sandbox_policy) as content
              from jsonb_array_elements(said_again.snapshots) with ordinality
                   as listed (snapshot, place)
             cross join lateral (
                   select (listed.snapshot ->> 'read_at')::timestamptz as read_at) as dated
            offset 0) as told
     cross join lateral (
           select earlier.read_at, earlier.order_at, earlier.content
             from entitlements.snapshots earlier
            where earlier.tenant_id = _tenant_id and earlier.app_user_id = told.app_user_id
            order by earlier.read_at desc
            limit 1) as last
     where last.content = told.content
       and last.read_at < told.read_at and last.order_at < told.order_at
       and isfinite(told.read_at)
       and not exists (
           select from jsonb_to_recordset(told.snapshot -> 'purchases') as listed (
                  purchased_at timestamptz, original_purchased_at timestamptz,
                  expires_at timestamptz, gives_access boolean)
            where listed.expires_at > last.order_at and listed.expires_at <= told.order_at
               or greatest(listed.purchased_at, listed.original_purchased_at) > last.order_at
               or listed.gives_access and listed.expires_at <= told.order_at)
       and (told.snapshot -> 'purchases' <> '[]'
            or not api.is_stranger(
                   told.app_user_id, (told.snapshot ->> 'first_seen_at')::timestamptz));
exception when data_exception then
    return;
end
$$;

grant execute on function api.said_again(jsonb, timestamptz) to hearth_server;
comment on function api.said_again(jsonb, timestamptz) is
    'Which snapshots say what the last one of the same person said, and mean the same by it.';
