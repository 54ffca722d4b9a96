-- Returns whether an entitlement without a limit covered uses of a limit at a past moment.
--
-- False if the catalog lacks the limit.

create function api.was_unlimited(
    app_user_id text, limit_id text, environment text, used_at timestamptz)
returns boolean
language plpgsql stable
as $$
begin
    return coalesce(
        (select state.allowed is null
           from api.limit_states(
                    array[was_unlimited.app_user_id], array[was_unlimited.limit_id],
                    was_unlimited.environment, was_unlimited.used_at) as state),
        false);
end
$$;
