-- Computes figures of the tenant that waits longest, if one is due; returns how many there were.
--
-- Called by the worker. A tenant is due if its time has come, and a webhook came meanwhile or an
-- hour is over: access also ends by the clock. Its buckets are computed at once while they take
-- half a second together, and one by one if they take longer. It is due again after a minute, or a
-- hundred times as long as all its buckets took; in its first ten minutes after ten seconds, or
-- ten times as long, so that a new installation soon has figures.
-- All tenants and servers share one budget, `core_percent` of a processor: what a computation takes
-- is paid for by a pause, of which ten seconds can be saved up. One server computes at a time.
-- A bucket that cannot be computed keeps its figures and holds up no other. At the end of such a
-- round the tenant waits ten minutes. `failure` says why, and whose it is.
-- security definer because it looks for what is due across tenants; it computes under the row
-- security of one, and returns only a number, and of a failure the slug and what Postgres says.
-- Null: failure.
-- Locks: the pace → the tenant's turn → its buckets.

create function api.refresh_figures(
    core_percent integer default 5, as_of timestamptz default null)
returns table (refreshed integer, failure text)
language plpgsql volatile security definer rows 1
as $$
declare
    _as_of constant timestamptz := coalesce(refresh_figures.as_of, now());
    _began_at timestamptz;
    _turn entitlements.figure_turns;
begin
    refreshed := 0;
    perform from entitlements.figure_pace pace
     where pace.paid_until <= _as_of and refresh_figures.core_percent > 0
       for update skip locked;
    if found then
        _began_at := clock_timestamp();
        _turn := api.next_figure_turn(_as_of);
        if _turn.tenant_id is not null then
            refreshed := 1;
            failure := api.take_figure_turn(_turn, refresh_figures.as_of);
            update entitlements.figure_pace pace
               set paid_until = greatest(pace.paid_until, _as_of - interval '10 seconds')
                       + (clock_timestamp() - _began_at) * 100.0 / refresh_figures.core_percent;
        end if;
    end if;
    return next;
end
$$;
