-- Picks the tenant whose schedule was checked longest ago, if a check is due.
--
-- A check is due every 15 minutes; every minute if the tenant needs a catch-up run. No row: no
-- tenant with a key is due.
-- security definer because the tenant may be any.
-- Locks: the tenant's upstream row, skipping locked ones.

create function api.claim_schedule(as_of timestamptz default null)
returns table (tenant_id uuid, needs_catch_up boolean)
language plpgsql volatile security definer rows 1
as $$
declare
    _as_of constant timestamptz := coalesce(claim_schedule.as_of, clock_timestamp());
    _away constant uuid[] := api.tenants_away();
begin
    return query
    update entitlements.upstreams upstream
       set scheduled_at = _as_of
      from (select due.tenant_id
              from entitlements.upstreams due
             where due.sealed_key is not null and due.tenant_id <> all (_away)
               and due.scheduled_at <= _as_of - case when due.needs_catch_up
                   then interval '1 minute' else interval '15 minutes' end
             order by due.scheduled_at
             limit 1
               for no key update skip locked) as next
     where upstream.tenant_id = next.tenant_id
    returning upstream.tenant_id, upstream.needs_catch_up;
end
$$;
