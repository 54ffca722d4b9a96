-- Returns the snapshots of a set that are not stored yet, in their order.
--
-- The caller holds the app users. `repeated` are the ids whose snapshots are stored already.
-- v2 tells times to the second, so two snapshots may have one read time. If they differ, the later
-- arrival is dated a millisecond after the last one of that second. A snapshot equal to the one of
-- its time, or the last of its second, was stored before; so was one between the first and the last
-- reading of its row.
-- Locks: none beyond the caller's.

create function api.unstored_snapshots(snapshots entitlements.snapshots[], repeated text[])
returns entitlements.snapshots[]
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _snapshot entitlements.snapshots;
    _last entitlements.snapshots;
    _new entitlements.snapshots[] := array[]::entitlements.snapshots[];
begin
    foreach _snapshot in array snapshots loop
        continue when _snapshot.app_user_id = any (repeated) or exists (
            select from entitlements.snapshots same
             where same.tenant_id = _tenant_id and same.app_user_id = _snapshot.app_user_id
               and same.read_at > _snapshot.read_at and same.first_read_at <= _snapshot.read_at
               and same.content = _snapshot.content);
        if exists (
            select from entitlements.snapshots same
             where same.tenant_id = _tenant_id and same.app_user_id = _snapshot.app_user_id
               and same.read_at = _snapshot.read_at) then
            select * into strict _last from entitlements.snapshots last
             where last.tenant_id = _tenant_id and last.app_user_id = _snapshot.app_user_id
               and last.read_at >= _snapshot.read_at
               and last.read_at < _snapshot.read_at + interval '1 second'
             order by last.read_at desc
             limit 1;
            continue when _last.content = _snapshot.content or exists (
                select from entitlements.snapshots same
                 where same.tenant_id = _tenant_id and same.app_user_id = _snapshot.app_user_id
                   and same.read_at = _snapshot.read_at and same.content = _snapshot.content);
            _snapshot.read_at := _last.read_at + interval '1 millisecond';
            _snapshot.order_at := least(_snapshot.read_at, _snapshot.received_at);
        end if;
        _new := _new || _snapshot;
    end loop;
    return _new;
end
$$;
