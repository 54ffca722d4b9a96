-- Returns the answer to a refused use: the limit, entitlements that lift it, and when to retry.
--
-- A limit that never resets says one day: a reservation may be released by then.
-- Locks: none.

create function api.limit_reached_json(
    limit_id text, allowed bigint, used bigint, resets_at timestamptz, as_of timestamptz)
returns json
language plpgsql stable security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return api.limit_json(
        limit_reached_json.limit_id, limit_reached_json.allowed, limit_reached_json.used,
        limit_reached_json.resets_at)
    || jsonb_build_object(
        'upgrade', coalesce(
            (select jsonb_agg(lifting.entitlement_id order by known.rank)
               from entitlements.limit_entitlements lifting
               join entitlements.entitlements known
                 on known.tenant_id = _tenant_id
                and known.entitlement_id = lifting.entitlement_id
              where lifting.tenant_id = _tenant_id
                and lifting.limit_id = limit_reached_json.limit_id
                and (lifting.amount is null or lifting.amount > limit_reached_json.allowed)),
            '[]'),
        'retry_after_seconds', ceil(extract(epoch from coalesce(
            limit_reached_json.resets_at - limit_reached_json.as_of, interval '1 day')))::integer);
end
$$;
