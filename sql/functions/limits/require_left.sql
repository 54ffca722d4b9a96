-- Refuses a use of a limit that is more than what is left of it, and says what would lift it.
--
-- internal: called by use_limit.
-- What never resets is worth another look tomorrow: something may have been given back.
-- Locks: none.
-- Raises: limit_reached 429, with the limit, `upgrade` and retry_after_seconds.

create function api.require_left(
    limit_id text, allowed bigint, used bigint, resets_at timestamptz, amount integer,
    as_of timestamptz)
returns void
language plpgsql stable security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    -- Without a limit, `allowed` is null.
    if require_left.used + require_left.amount > require_left.allowed then
        raise sqlstate 'PT429' using message = 'limit_reached',
            detail = 'This would be more than what is left of the limit.',
            hint = api.limit_json(
                require_left.limit_id, require_left.allowed, require_left.used,
                require_left.resets_at)
            || jsonb_build_object(
                'upgrade', coalesce(
                    (select jsonb_agg(lifting.entitlement_id order by known.rank)
                       from entitlements.limit_entitlements lifting
                       join entitlements.entitlements known
                         on known.tenant_id = _tenant_id
                        and known.entitlement_id = lifting.entitlement_id
                      where lifting.tenant_id = _tenant_id
                        and lifting.limit_id = require_left.limit_id
                        and (lifting.amount is null or lifting.amount > require_left.allowed)),
                    '[]'),
                'retry_after_seconds', ceil(extract(epoch from coalesce(
                    require_left.resets_at - require_left.as_of, interval '1 day')))::integer);
    end if;
end
$$;

grant execute
    on function api.require_left(text, bigint, bigint, timestamptz, integer, timestamptz)
    to hearth_server;
comment on function api.require_left(text, bigint, bigint, timestamptz, integer, timestamptz) is
    'Refuses a use of a limit that is more than what is left of it.';
