-- Returns limits of the catalog, each with its window at a moment and what lifts it.
--
-- A null among the limit ids means all limits.

create function api.stated_limits(limit_ids text[], as_of timestamptz)
returns table (
    limit_id text, free_amount bigint, period text, is_pooled boolean, per_member bigint,
    counts text, since timestamptz, resets_at timestamptz, rolls interval,
    liftings entitlements.limit_entitlements[])
language sql stable rows 4
begin atomic
    select known.limit_id, known.free_amount, known.period, known.is_pooled, known.per_member,
           known.counts, counting.since, counting.resets_at, counting.rolls, array(
               select lifting from entitlements.limit_entitlements lifting
                where lifting.tenant_id = entitlements.current_tenant_id()
                  and lifting.limit_id = known.limit_id)
      from entitlements.limits known
      join entitlements.tenants tenant on tenant.tenant_id = known.tenant_id
     cross join lateral api.limit_window(
               known, tenant.time_zone, stated_limits.as_of) as counting
     where known.tenant_id = entitlements.current_tenant_id()
       and (known.limit_id = any (stated_limits.limit_ids)
            or array_position(stated_limits.limit_ids, null) is not null);
end;
