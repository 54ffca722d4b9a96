-- Returns every feature of the tenant: whether an app user may use it, and what unlocks it.
--
-- Called with any key of the tenant, or for an end user. An unknown app user id has bought nothing
-- and is not created.
-- Locks: none.

create function api.get_features(
    app_user_id text, environment text default 'production', as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql stable security invoker rows 1
set search_path = ''
as $$
#variable_conflict use_column
begin
    return query
    select found.answered_as_of,
           json_build_object('features', api.features_json(found.answer -> 'entitlements'))
      from api.get_entitlements(
               get_features.app_user_id, get_features.environment, get_features.as_of) as found;
end
$$;
