-- Returns whether app users have entitlements, for many pairs, in the order asked.
--
-- Called with any key of the tenant. The arrays have one length, at most 100 (the route's limit).
-- Locks: none.
-- Raises: entitlement_not_in_catalog 404.

create function api.check_entitlements(
    app_user_ids text[], entitlement_ids text[], environment text default 'production',
    as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql stable security invoker rows 1
set search_path = ''
as $$
#variable_conflict use_column
declare
    _as_of constant timestamptz := coalesce(check_entitlements.as_of, now());
begin
    perform api.require_entitlements(check_entitlements.entitlement_ids);
    return query
    select _as_of,
           json_agg(
               jsonb_build_object('app_user_id', asked.app_user_id)
               || coalesce(
                      found.answer -> 'entitlements' -> asked.entitlement_id,
                      api.entitlement_json(asked.entitlement_id))::jsonb
               order by asked.position)
      from unnest(check_entitlements.app_user_ids, check_entitlements.entitlement_ids)
           with ordinality as asked (app_user_id, entitlement_id, position)
     cross join lateral api.get_entitlements(
               asked.app_user_id, check_entitlements.environment, _as_of) as found;
end
$$;
