-- Returns when enough uses have left a window that an excess amount is free again.
--
-- Null if there is no excess. Uses leave a rolling window in the order in which they were made.
-- Reservations do too, as if all were confirmed, and the uses of the present call leave last.
-- `is_own` counts only the app user's uses. For each id, reads at most as many uses as the excess
-- has units.

create function api.leaves_at(
    state entitlements.limit_state, excess bigint, is_own boolean, as_of timestamptz)
returns timestamptz
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    if coalesce(leaves_at.excess, 0) <= 0 then
        return null;
    elsif state.rolls is null then
        return state.resets_at;
    end if;
    return state.rolls + coalesce((
        select min(leaving.used_at)
          from (select use.used_at, sum(use.amount) over (order by use.used_at) as gone
                  from api.counted_spans(
                           api.ids_of_app_user(state.app_user_id), state.household_id,
                           state.since, 'infinity') as span
                 cross join lateral (
                       (select counted.used_at,
                               counted.amount - case when state.counts_covered then 0
                                                     else counted.covered end as amount
                          from entitlements.uses counted
                         where counted.tenant_id = _tenant_id
                           and counted.app_user_id = span.app_user_id
                           and counted.limit_id = state.limit_id
                           and counted.used_at >= span.counted_from
                           and counted.used_at < span.counted_until
                           and (state.counts_covered or counted.covered < counted.amount)
                         order by counted.used_at
                         limit leaves_at.excess)
                       union all
                       select held.made_at, held.amount from entitlements.reservations held
                        where held.tenant_id = _tenant_id and held.app_user_id = span.app_user_id
                          and held.limit_id = state.limit_id and held.status = 'reserved'
                          and held.made_at >= span.counted_from
                          and held.made_at < span.counted_until
                          and held.expires_at > leaves_at.as_of
                          and (state.counts_covered or not held.is_covered)) as use
                 where span.is_own or not leaves_at.is_own) as leaving
         where leaving.gone >= leaves_at.excess), leaves_at.as_of);
end
$$;
