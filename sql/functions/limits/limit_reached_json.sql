-- What is answered where a use is more than what is left of a limit: the limit, which entitlements
-- would lift it, and when to ask again.
--
-- internal: called by use_limits.
-- Of a limit that never resets something may be given back: it is worth another look tomorrow.
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
