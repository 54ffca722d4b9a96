-- Returns a limit with its usage as the contract shows it.
--
-- Locks: none.

create function api.limit_json(
    limit_id text, allowed bigint, used bigint, resets_at timestamptz)
returns jsonb
language plpgsql stable security invoker
set search_path = ''
as $$
begin
    return jsonb_build_object(
        'limit_id', limit_json.limit_id,
        'is_unlimited', limit_json.allowed is null,
        'used', limit_json.used,
        'limit', limit_json.allowed,
        'remaining', case when limit_json.allowed is not null
                          then greatest(limit_json.allowed - limit_json.used, 0) end,
        'resets_at', api.rfc3339(limit_json.resets_at));
end
$$;
