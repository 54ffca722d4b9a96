-- Returns one entitlement of an app user, by its name in the catalog.
--
-- Called with any key of the tenant. An entitlement that the app user never had, or that has not
-- begun, is not active.
-- Raises: entitlement_not_in_catalog 404.

create function api.get_entitlement(
    app_user_id text, entitlement_id text, environment text default 'production',
    as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql stable rows 1
as $$
begin
    perform api.require_entitlements(array[get_entitlement.entitlement_id]);
    return query
    select found.answered_as_of,
           coalesce(
               found.answer -> 'entitlements' -> get_entitlement.entitlement_id,
               api.entitlement_json(get_entitlement.entitlement_id))
      from api.get_entitlements(
               get_entitlement.app_user_id, get_entitlement.environment,
               get_entitlement.as_of) as found;
end
$$;
