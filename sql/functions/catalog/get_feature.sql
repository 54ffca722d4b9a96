-- Returns whether an app user may use a feature, and which entitlement decides.
--
-- Called with any key of the tenant. A feature that needs no entitlement is free for all. The
-- tenant file says whether one that it lacks is free, denied or an error.
-- Raises: feature_not_in_catalog 404.

create function api.get_feature(
    app_user_id text, feature_id text, environment text default 'production',
    as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql stable rows 1
as $$
declare
    _as_of constant timestamptz := coalesce(get_feature.as_of, now());
    _unmapped constant text := (
        select tenant.unmapped_features from entitlements.tenants tenant
         where tenant.tenant_id = entitlements.current_tenant_id());
    _entitlement_id text;
    _is_mapped boolean;
    _is_active boolean;
begin
    select feature.entitlement_id into _entitlement_id
      from entitlements.features feature
     where feature.tenant_id = entitlements.current_tenant_id()
       and feature.feature_id = get_feature.feature_id;
    _is_mapped := found;
    if not _is_mapped and _unmapped = 'error' then
        raise sqlstate 'PT404' using message = 'feature_not_in_catalog',
            detail = api.unknown_name('feature', get_feature.feature_id);
    end if;

    _is_active := _entitlement_id is not null and exists (
        select from api.get_entitlements(
                   get_feature.app_user_id, get_feature.environment, _as_of) as found
         where (found.answer -> 'entitlements' -> _entitlement_id ->> 'is_active')::boolean);
    return query
    select _as_of,
           json_build_object(
               'feature_id', get_feature.feature_id,
               'is_allowed', case when _is_mapped then _entitlement_id is null or _is_active
                                  else _unmapped = 'free' end,
               'reason', case when not _is_mapped then 'unmapped'
                              when _entitlement_id is null then 'free'
                              when _is_active then 'entitlement_active'
                              else 'entitlement_inactive' end,
               'entitlement_id', _entitlement_id);
end
$$;
