-- Returns whether app users have entitlements, for many pairs, in the order asked.
--
-- Called with any key of the tenant. The arrays have one length, at most 100 (the route's limit).
-- A check of an entitlement that the catalog lacks is inactive and says so in `error`, with the
-- known names in `detail`, so that a typo does not read as "no access". The other checks are
-- answered.

create function api.check_entitlements(
    app_user_ids text[], entitlement_ids text[], environment text default 'production',
    as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql stable rows 1
set plan_cache_mode = force_generic_plan
as $$
declare
    _as_of constant timestamptz := coalesce(check_entitlements.as_of, now());
begin
    return query
    select _as_of,
           json_agg(
               jsonb_build_object('app_user_id', asked.app_user_id)
               || coalesce(
                      found.answer -> 'entitlements' -> asked.entitlement_id,
                      api.entitlement_json(asked.entitlement_id))::jsonb
               || case when known.entitlement_id is null
                       then jsonb_build_object(
                                'is_active', false, 'error', 'entitlement_not_in_catalog',
                                'detail', api.unknown_name('entitlement', asked.entitlement_id))
                       else '{}' end
               order by asked.position)
      from unnest(check_entitlements.app_user_ids, check_entitlements.entitlement_ids)
           with ordinality as asked (app_user_id, entitlement_id, position)
     cross join lateral api.get_entitlements(
               asked.app_user_id, check_entitlements.environment, _as_of) as found
      left join entitlements.entitlements known
        on known.tenant_id = entitlements.current_tenant_id()
       and known.entitlement_id = asked.entitlement_id;
end
$$;
