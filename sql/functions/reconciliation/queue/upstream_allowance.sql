-- How many requests a tenant may make of RevenueCat now, and how long until it may make `at_least`
-- so many; and how long a request takes to grow back.
--
-- internal: called by take_upstream_requests and claim_confirmation.
-- A bucket of a fortieth of a minute's requests fills at the rate that, with a full bucket, gives
-- no more than the minute's in any minute. What nobody waits for (`is_urgent` false) leaves a
-- quarter of it to somebody who does.
-- Pure: reads nothing but its arguments.

create function api.upstream_allowance(
    upstream entitlements.upstreams, requests_per_minute integer, at_least integer,
    is_urgent boolean, as_of timestamptz)
returns table (requests integer, wait interval, refill interval)
language plpgsql immutable security invoker rows 1
set search_path = ''
as $$
declare
    _capacity constant integer := greatest(4, requests_per_minute / 40);
    _usable constant integer :=
        _capacity - case when is_urgent then 0 else _capacity / 4 end;
    _owed constant interval := greatest(upstream.full_at, as_of) - as_of;
    _paused constant interval := greatest(upstream.paused_until, as_of) - as_of;
begin
    refill := interval '1 minute' / (requests_per_minute - _capacity);
    -- What is a millionth short of a request is a whole one: intervals have microseconds.
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
