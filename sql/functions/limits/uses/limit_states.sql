-- Returns how much of the catalog's limits app users have used and may use.
--
-- A null limit id means all limits.
-- - `used`: amounts used under any id of the app user in the window before `until`, plus unexpired
--   reservations. A reservation counts at the moment it was made, as its use will. A limit with a
--   pool counts all of the household (see counted_spans). Uses that an entitlement without a limit
--   covered count only while one does, or if the limit counts all.
-- - `allowed`: the highest of the free amount and those of active entitlements; null if one of
--   these is unlimited.
-- - `resets_at`: when the period ends, or when the oldest use leaves a rolling window. Null if the
--   limit never resets or the rolling window is empty.
-- Rows are looked up by one id at a time (plans: rule 3).

create function api.limit_states(
    app_user_ids text[], limit_ids text[], environment text, as_of timestamptz,
    until timestamptz default 'infinity')
returns setof entitlements.limit_state
language plpgsql stable rows 64
as $$
begin
    return query
    with stated as materialized (
        select known.limit_id, known.free_amount, known.period, known.is_pooled, known.per_member,
               known.counts, counting.since, counting.resets_at, counting.rolls, array(
                   select lifting from entitlements.limit_entitlements lifting
                    where lifting.tenant_id = entitlements.current_tenant_id()
                      and lifting.limit_id = known.limit_id) as liftings
          from entitlements.limits known
          join entitlements.tenants tenant on tenant.tenant_id = known.tenant_id
         cross join lateral api.limit_window(
                   known, tenant.time_zone, limit_states.as_of) as counting
         where known.tenant_id = entitlements.current_tenant_id()
           and (known.limit_id = any (limit_states.limit_ids)
                or array_position(limit_states.limit_ids, null) is not null))
    select app_user.app_user_id, stated.limit_id,
           case when not lifted.is_unlimited then greatest(stated.free_amount, lifted.amount) end,
           counted.used, counting.since,
           coalesce(counting.resets_at, counted.oldest_at + stated.rolls), stated.rolls,
           lifted.fair_use, lifted.is_hard, stated.is_pooled, pool.household_id,
           stated.per_member, counted.own_used, counted.own_spans, counting.counts_covered
      from (select bool_or(stated.liftings <> '{}') as found from stated) as lifting
     cross join lateral api.limit_askers(
               limit_states.app_user_ids, limit_states.limit_ids, limit_states.environment,
               limit_states.as_of, lifting.found) as app_user
      join stated on stated.limit_id = any (app_user.limit_ids)
        or array_position(app_user.limit_ids, null) is not null
     -- Active entitlements lift. The fair use is the highest of the unlimited ones, and null if
     -- one of them has none. It is hard if all of them are.
     cross join lateral (
           select coalesce(bool_or(lifting.amount is null), false) as is_unlimited,
                  max(lifting.amount) as amount,
                  case when not bool_or(lifting.amount is null and lifting.fair_use is null)
                       then max(lifting.fair_use) end as fair_use,
                  coalesce(bool_and(lifting.is_hard) filter (where lifting.amount is null), false)
                      as is_hard
             from unnest(stated.liftings) as lifting
            where (app_user.answer #>> array['entitlements', lifting.entitlement_id, 'is_active'])
                  ::boolean) as lifted
      left join lateral (
           select paid.* from api.subscription_window(
                      stated.liftings, app_user.answer, limit_states.as_of) as paid
            where stated.period = 'subscription'
           offset 0) as subscribed on true
     cross join lateral (
           select coalesce(subscribed.since, stated.since),
                  case when subscribed.since is null then stated.resets_at
                       else subscribed.resets_at end,
                  lifted.is_unlimited or stated.counts = 'all')
           as counting (since, resets_at, counts_covered)
     cross join lateral (
           select case when stated.is_pooled
                       then api.household_at(app_user.app_user_id, limit_states.as_of) end
           offset 0) as pool (household_id)
     cross join lateral api.uses_in_window(
               app_user.ids, pool.household_id, stated.limit_id, counting.since,
               limit_states.until, limit_states.as_of, counting.counts_covered) as counted;
end
$$;
