-- Computes the figures of at most one bucket that is due; returns how many there were.
--
-- Called by the worker. A bucket is due if its time has come, and a webhook came meanwhile or an
-- hour is over: access also ends by the clock.
-- A bucket that cannot be computed keeps its figures and is due again ten minutes later, so that it
-- holds up no other; `failure` says why, and whose it is.
-- security definer because it looks for what is due across tenants; it computes under the row
-- security of one, and returns only a number, and of a failure the slug and what Postgres says.
-- Null: failure.
-- Locks: the bucket.

create function api.refresh_figures(as_of timestamptz default null)
returns table (refreshed integer, failure text)
language plpgsql volatile security definer rows 1
as $$
declare
    _as_of constant timestamptz := coalesce(refresh_figures.as_of, now());
    -- So many work at once; another one finds nothing due.
    _servers constant integer := 8;
    _due record;
    _away constant uuid[] := api.tenants_away();
begin
    select waiting.tenant_id, waiting.slug, waiting.bucket into _due
      from (select tenant.tenant_id, tenant.slug, number as bucket
              from entitlements.tenants tenant
             cross join generate_series(0, 15) as number
              left join entitlements.figure_buckets computed
                on computed.tenant_id = tenant.tenant_id and computed.bucket = number
             where tenant.tenant_id <> all (_away) and (
                   computed.due_at is null
                or computed.due_at <= _as_of
                   and (computed.computed_at <= _as_of - interval '1 hour' or exists (
                        select from entitlements.webhook_events event
                         where event.tenant_id = tenant.tenant_id
                           and event.received_at > computed.computed_at - interval '10 minutes')))
             order by computed.due_at nulls first
             limit _servers) as waiting
     where pg_try_advisory_xact_lock(hashtextextended(waiting.tenant_id::text, waiting.bucket))
     limit 1;
    refreshed := case when found then 1 else 0 end;
    if found then
        perform set_config('hearth.tenant_id', _due.tenant_id::text, true);
        begin
            perform api.compute_figures(_due.bucket, refresh_figures.as_of);
        exception when query_canceled or others then -- Canceled: it took too long.
            failure := format(
                '%s %s (tenant %s, bucket %s)', sqlstate, sqlerrm, _due.slug, _due.bucket);
            insert into entitlements.figure_buckets as computed
                   (tenant_id, bucket, computed_at, due_at)
            values (_due.tenant_id, _due.bucket, '-infinity', _as_of + interval '10 minutes')
                on conflict on constraint figure_buckets_pkey do update
               set due_at = excluded.due_at;
        end;
        perform set_config('hearth.tenant_id', '', true);
    end if;
    return next;
end
$$;
