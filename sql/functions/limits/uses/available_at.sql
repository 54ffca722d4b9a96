-- Returns the moment from which an app user may use an amount of a limit that is now too much.
--
-- Null if the limit allows the amount now, or never does. In a rolling window, uses leave in the
-- order in which they were made, reservations among them as if all were confirmed. Those of the
-- present call leave last. Reads at most as many uses as there are units too many.
-- Locks: none.

create function api.available_at(
    state entitlements.limit_state, amount bigint, as_of timestamptz)
returns timestamptz
language plpgsql stable security invoker
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _excess constant bigint := available_at.amount - api.left_of(state);
begin
    if coalesce(_excess, 0) <= 0 or _excess > state.used then
        return null;
    elsif state.rolls is null then
        return state.resets_at;
    end if;
    return state.rolls + coalesce((
        select min(leaving.used_at)
          from (select use.used_at, sum(use.amount) over (order by use.used_at) as gone
                  from unnest(api.ids_of_app_user(state.app_user_id)) as known (id)
                 cross join lateral (
                       (select counted.used_at, counted.amount from entitlements.uses counted
                         where counted.tenant_id = _tenant_id and counted.app_user_id = known.id
                           and counted.limit_id = state.limit_id
                           and counted.used_at >= state.since
                         order by counted.used_at
                         limit _excess)
                       union all
                       select held.made_at, held.amount from entitlements.reservations held
                        where held.tenant_id = _tenant_id and held.app_user_id = known.id
                          and held.limit_id = state.limit_id and held.status = 'reserved'
                          and held.made_at >= state.since
                          and held.expires_at > available_at.as_of) as use) as leaving
         where leaving.gone >= _excess), available_at.as_of);
end
$$;
