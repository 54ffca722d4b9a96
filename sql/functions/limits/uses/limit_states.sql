-- Returns how much of the catalog's limits app users have used and may use.
--
-- A null limit id means all limits.
-- - `used`: amounts used under any id of the app user in this period, plus unexpired reservations.
-- - `allowed`: the highest of the free amount and those of active entitlements; null if one of
--   these is unlimited.
-- Rows are looked up by one id at a time. Otherwise a plan cached for small tables would read the
-- rows of all app users.
-- Locks: none.

create function api.limit_states(
    app_user_ids text[], limit_ids text[], environment text, as_of timestamptz)
returns table (
    app_user_id text, limit_id text, allowed bigint, used bigint, period_starts_at timestamptz,
    resets_at timestamptz)
language plpgsql stable security invoker rows 64
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    with app_user as materialized (
        select named.id, api.ids_of_app_user(named.id) as ids, array(
                   select entry.key
                     from api.get_entitlements(
                              named.id, limit_states.environment, limit_states.as_of) as found
                    cross join lateral json_each(found.answer -> 'entitlements') as entry
                    where (entry.value ->> 'is_active')::boolean) as active
          from (select distinct unnest(limit_states.app_user_ids)) as named (id)
    ), stated as materialized (
        select known.limit_id, known.free_amount, period.starts_at, period.resets_at
          from entitlements.limits known
         cross join lateral api.limit_period(known.period, limit_states.as_of) as period
         where known.tenant_id = _tenant_id
    )
    select asked.app_user_id, stated.limit_id,
           case when not lifted.is_unlimited then greatest(stated.free_amount, lifted.amount) end,
           counted.used + held.amount, stated.starts_at, stated.resets_at
      from (select distinct pair.*
              from unnest(limit_states.app_user_ids, limit_states.limit_ids)
                   as pair (app_user_id, limit_id)) as asked
      join app_user on app_user.id = asked.app_user_id
      join stated on asked.limit_id is null or stated.limit_id = asked.limit_id
     cross join lateral (
           select coalesce(bool_or(lifting.amount is null), false) as is_unlimited,
                  max(lifting.amount) as amount
             from entitlements.limit_entitlements lifting
            where lifting.tenant_id = _tenant_id and lifting.limit_id = stated.limit_id
              and lifting.entitlement_id = any (app_user.active)) as lifted
     cross join lateral (
           select coalesce(sum((
                      select own.used from entitlements.usage own
                       where own.tenant_id = _tenant_id and own.app_user_id = known.id
                         and own.limit_id = stated.limit_id
                         and own.period_starts_at = stated.starts_at)), 0)::bigint as used
             from unnest(app_user.ids) as known (id)) as counted
     cross join lateral (
           select coalesce(sum((
                      select sum(reserved.amount) from entitlements.reservations reserved
                       where reserved.tenant_id = _tenant_id and reserved.app_user_id = known.id
                         and reserved.limit_id = stated.limit_id and reserved.status = 'reserved'
                         and reserved.period_starts_at = stated.starts_at
                         and reserved.expires_at > limit_states.as_of)), 0)::bigint as amount
             from unnest(app_user.ids) as known (id)) as held;
end
$$;
