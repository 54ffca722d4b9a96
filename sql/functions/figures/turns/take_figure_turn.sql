-- Computes the buckets whose turn it is, and says when the next turn is due.
--
-- Returns why they could not be computed; null if they were. See refresh_figures.
-- Locks: the tenant's turn → its buckets.

create function api.take_figure_turn(
    turn entitlements.figure_turns, as_of timestamptz default null)
returns text
language plpgsql volatile
as $$
declare
    _as_of constant timestamptz := coalesce(take_figure_turn.as_of, now());
    _at_once_milliseconds constant bigint := 500;
    -- A round with a failure counts as one that took this long.
    _failed_milliseconds constant bigint := 600000;
    _began_at constant timestamptz := clock_timestamp();
    _first constant integer := turn.next_bucket;
    _last constant integer := case
        when _first = 0 and turn.round_milliseconds <= _at_once_milliseconds then 15
        else _first end;
    _failure text;
    _took bigint;
    _owner record;
begin
    select tenant.slug, tenant.created_at > _as_of - interval '10 minutes' as is_new into _owner
      from entitlements.tenants tenant where tenant.tenant_id = turn.tenant_id;
    perform set_config('hearth.tenant_id', turn.tenant_id::text, true);
    begin
        perform api.compute_figures(_first, _last, take_figure_turn.as_of);
    exception when query_canceled or others then -- Canceled: it took too long.
        _failure := format('%s %s (tenant %s, %s)', sqlstate, sqlerrm, _owner.slug,
                           case when _first = _last then 'bucket ' || _first
                                else 'all buckets' end);
        insert into entitlements.figure_buckets (tenant_id, bucket, computed_at)
        select turn.tenant_id, number, '-infinity' from generate_series(_first, _last) as number
            on conflict do nothing;
    end;
    perform set_config('hearth.tenant_id', '', true);
    _took := case when _first > 0 then turn.round_milliseconds else 0 end
        + case when _failure is not null then _failed_milliseconds
               else extract(epoch from clock_timestamp() - _began_at) * 1000 end;
    update entitlements.figure_turns waiting
       set round_milliseconds = _took,
           next_bucket = case when _failure is null or _first = _last
                              then (_last + 1) % 16 else 0 end,
           due_at = _as_of + case
               -- The buckets that follow, or after a failure each by itself.
               when _last < 15 or _failure is not null and _first = 0 then interval '0'
               when _took >= _failed_milliseconds then interval '10 minutes'
               when _owner.is_new
               then greatest(interval '10 seconds', _took * interval '10 milliseconds')
               else greatest(interval '1 minute', _took * interval '100 milliseconds') end
     where waiting.tenant_id = turn.tenant_id;
    return _failure;
end
$$;
