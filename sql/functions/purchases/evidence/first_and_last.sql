-- Returns a snapshot as it was read last, and as it was read first if that was earlier.
--
-- Pure: reads only its argument.

create function api.first_and_last(snapshot entitlements.snapshots)
returns setof entitlements.snapshots
language plpgsql immutable rows 2
as $$
begin
    return next snapshot;
    if snapshot.first_read_at is not null then
        snapshot.read_at := snapshot.first_read_at;
        snapshot.received_at := snapshot.first_received_at;
        snapshot.order_at := least(snapshot.read_at, snapshot.received_at);
        return next snapshot;
    end if;
end
$$;
