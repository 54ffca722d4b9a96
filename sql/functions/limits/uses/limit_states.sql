-- Returns how much of the catalog's limits app users have used and may use.
--
-- A null limit id means all limits.
-- - `used`: amounts used under any id of the app user in the window before `until`, plus unexpired
--   reservations. A reservation counts at the moment it was made, as its use will. A limit with a
--   pool counts all of the household (see counted_spans).
-- - `allowed`: the highest of the free amount and those of active entitlements; null if one of
--   these is unlimited.
-- - `resets_at`: when the period ends, or when the oldest use leaves a rolling window. Null if the
--   limit never resets or the rolling window is empty.
-- Rows are looked up by one id at a time. Otherwise a plan cached for small tables would read the
-- rows of all app users.
-- Locks: none.

create function api.limit_states(
    app_user_ids text[], limit_ids text[], environment text, as_of timestamptz,
    until timestamptz default 'infinity')
returns setof entitlements.limit_state
language plpgsql stable security invoker rows 64
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    with app_user as materialized (
        select named.id, api.ids_of_app_user(named.id) as ids, told.entitlements, array(
                   select entry.key from json_each(told.entitlements) as entry
                    where (entry.value ->> 'is_active')::boolean) as active
          from (select distinct unnest(limit_states.app_user_ids)) as named (id)
         cross join lateral (
               select found.answer -> 'entitlements' as entitlements
                 from api.get_entitlements(
                          named.id, limit_states.environment, limit_states.as_of) as found) as told
    ), stated as materialized (
        select known.limit_id, known.free_amount, known.period, known.is_pooled,
               known.per_member, counting.*
          from entitlements.limits known
          join entitlements.tenants tenant on tenant.tenant_id = known.tenant_id
         cross join lateral api.limit_window(
                   known, tenant.time_zone, limit_states.as_of) as counting
         where known.tenant_id = _tenant_id
    )
    select asked.app_user_id, stated.limit_id,
           case when not lifted.is_unlimited then greatest(stated.free_amount, lifted.amount) end,
           counted.used, counting.since,
           coalesce(counting.resets_at, counted.oldest_at + stated.rolls), stated.rolls,
           lifted.fair_use, lifted.is_hard, stated.is_pooled, pool.household_id,
           stated.per_member, counted.own_used, counted.own_spans
      from (select distinct pair.*
              from unnest(limit_states.app_user_ids, limit_states.limit_ids)
                   as pair (app_user_id, limit_id)) as asked
      join app_user on app_user.id = asked.app_user_id
      join stated on asked.limit_id is null or stated.limit_id = asked.limit_id
     cross join lateral api.lifted_limit(stated.limit_id, app_user.active) as lifted
      left join lateral api.subscription_window(
                stated.period, stated.limit_id, app_user.entitlements, limit_states.as_of)
                as subscribed on true
     cross join lateral (
           select coalesce(subscribed.since, stated.since),
                  case when subscribed.since is null then stated.resets_at
                       else subscribed.resets_at end) as counting (since, resets_at)
     cross join lateral (
           select case when stated.is_pooled
                       then api.household_at(app_user.id, limit_states.as_of) end)
           as pool (household_id)
     cross join lateral api.uses_in_window(
               app_user.ids, pool.household_id, stated.limit_id, counting.since,
               limit_states.until, limit_states.as_of) as counted;
end
$$;
