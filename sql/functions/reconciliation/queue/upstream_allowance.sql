-- Returns how many requests a tenant may make now, and how long until `at_least` are free.
--
-- `refill` is the time that one request takes to grow back. A bucket holds a fortieth of a minute's
-- requests. A full bucket and its refill never exceed the minute's requests in any minute. Requests
-- that are not urgent leave a quarter of the bucket.

create function api.upstream_allowance(
    upstream entitlements.upstreams, requests_per_minute integer, at_least integer,
    is_urgent boolean, as_of timestamptz)
returns table (requests integer, wait interval, refill interval)
language plpgsql immutable rows 1
as $$
declare
    _capacity constant integer := greatest(4, requests_per_minute / 40);
    _usable constant integer :=
        _capacity - case when is_urgent then 0 else _capacity / 4 end;
    _owed constant interval := greatest(upstream.full_at, as_of) - as_of;
    _paused constant interval := greatest(upstream.paused_until, as_of) - as_of;
begin
    refill := interval '1 minute' / (requests_per_minute - _capacity);
    -- Intervals have microseconds, so a request may come out a millionth short of whole.
    requests := case
        when upstream.paused_until > as_of then 0
        else greatest(
            0, floor(_usable - extract(epoch from _owed) / extract(epoch from refill) + 0.001))
        end;
    wait := case
        when requests >= at_least then interval '0'
        else greatest(_paused, _owed - refill * (_usable - at_least)) end;
    return next;
end
$$;
