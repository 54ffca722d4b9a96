-- Returns the amount of a limit that an id has reserved between two moments.
--
-- Counts reservations made from `since` on and before `until` that have not expired at `as_of`.
-- Without `counts_covered`, leaves out those that an unlimited entitlement covered.

create function api.held_between(
    app_user_id text, limit_id text, since timestamptz, until timestamptz, as_of timestamptz,
    counts_covered boolean)
returns table (amount bigint, oldest_at timestamptz)
language sql stable rows 1
begin atomic
    select coalesce(sum(held.amount), 0)::bigint, min(held.made_at)
      from entitlements.reservations held
     where held.tenant_id = entitlements.current_tenant_id()
       and held.app_user_id = held_between.app_user_id
       and held.limit_id = held_between.limit_id and held.status = 'reserved'
       and tstzrange(held_between.since, held_between.until) @> held.made_at
       and held.expires_at > held_between.as_of
       and (held_between.counts_covered or not held.is_covered);
end;
