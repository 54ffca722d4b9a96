-- Returns every feature of the tenant: whether an app user may use it, and what unlocks it.
--
-- Called with any key of the tenant, or for an end user. An unknown app user id has bought nothing
-- and is not created.

create function api.get_features(
    app_user_id text, environment text default 'production', as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql stable rows 1
as $$
begin
    return query
    select found.answered_as_of,
           json_build_object('features', api.features_json(found.answer -> 'entitlements'))
      from api.get_entitlements(
               get_features.app_user_id, get_features.environment, get_features.as_of) as found;
end
$$;
