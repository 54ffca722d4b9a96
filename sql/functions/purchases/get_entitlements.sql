-- Returns every entitlement an app user has or had, the plan, and when the clock next changes them.
--
-- Called with any key of the tenant: a set of one (see get_entitlements_set). Functions that need
-- one answer call this one: an expression that calls the set itself is planned in each call.

create function api.get_entitlements(
    app_user_id text, environment text default 'production', as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql stable rows 1
as $$
begin
    return query
    select found.answered_as_of, found.answer
      from api.get_entitlements_set(
               array[get_entitlements.app_user_id], get_entitlements.environment,
               get_entitlements.as_of) as found;
end
$$;
