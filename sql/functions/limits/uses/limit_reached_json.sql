-- Returns the answer to a refused use: the limit, entitlements that lift it, and when to retry.
--
-- The cap of a pool's member is lifted only by unlimited entitlements. When to retry:
-- - an amount above the whole limit: when the period ends, or the oldest use leaves;
-- - a limit that never resets: in a day, because a reservation may be released by then.

create function api.limit_reached_json(
    state entitlements.limit_state, amount bigint, as_of timestamptz)
returns json
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _cap constant bigint := coalesce(state.allowed, state.fair_use);
begin
    return api.limit_json(state, limit_reached_json.amount, limit_reached_json.as_of)
    || jsonb_build_object(
        'as_of', api.rfc3339(limit_reached_json.as_of),
        'upgrade', coalesce(
            (select jsonb_agg(lifting.entitlement_id order by known.rank)
               from entitlements.limit_entitlements lifting
               join entitlements.entitlements known
                 on known.tenant_id = _tenant_id
                and known.entitlement_id = lifting.entitlement_id
              where lifting.tenant_id = _tenant_id
                and lifting.limit_id = state.limit_id
                and (lifting.amount > _cap
                     and not coalesce(state.own_used + limit_reached_json.amount
                                      > state.per_member, false)
                     or lifting.amount is null
                        and (not lifting.is_hard or lifting.fair_use > _cap))),
            '[]'),
        'retry_after_seconds', ceil(extract(epoch from coalesce(
            coalesce(api.available_at(
                         state, limit_reached_json.amount, limit_reached_json.as_of),
                     state.resets_at)
            - limit_reached_json.as_of, interval '1 day')))::integer);
end
$$;
