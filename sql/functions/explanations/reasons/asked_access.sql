-- Returns what an explanation is about: the entitlements that decide, and what a lookup answers.
--
-- At most one id is given; without one it is about all entitlements. `code` says what decides
-- without an entitlement, or is null.
-- An entitlement that the catalog lacks is explained if the answer has it: RevenueCat named it.
-- Raises: entitlement_not_in_catalog 404, feature_not_in_catalog 404, limit_not_in_catalog 404.

create function api.asked_access(
    app_user_id text, entitlement_id text, feature_id text, limit_id text, environment text,
    as_of timestamptz)
returns table (
    kind text, id text, entitlement_ids text[], is_allowed boolean, code text, answer jsonb)
language plpgsql stable rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    if asked_access.feature_id is not null then
        return query
        select 'feature', asked_access.feature_id,
               array_remove(array[found.answer ->> 'entitlement_id'], null),
               (found.answer ->> 'is_allowed')::boolean,
               case found.answer ->> 'reason'
                    when 'free' then 'feature_free'
                    when 'unmapped' then
                        case when (found.answer ->> 'is_allowed')::boolean
                             then 'feature_unmapped' else 'feature_denied' end end,
               found.answer::jsonb
          from api.get_feature(
                   asked_access.app_user_id, asked_access.feature_id, asked_access.environment,
                   asked_access.as_of) as found;
    elsif asked_access.limit_id is not null then
        return query
        select 'limit', asked_access.limit_id,
               array(select lifting.entitlement_id from entitlements.limit_entitlements lifting
                      where lifting.tenant_id = _tenant_id
                        and lifting.limit_id = asked_access.limit_id),
               state.has_room,
               case when (state.answer ->> 'is_unlimited')::boolean then 'limit_unlimited'
                    when state.has_room then 'limit_has_room'
                    else 'limit_reached' end,
               state.answer
          from (select limited.answer, coalesce((limited.answer ->> 'remaining')::bigint > 0, true)
                  from (select (shown.limits -> asked_access.limit_id)::jsonb
                          from api.shown_by_wings(
                                   asked_access.app_user_id, asked_access.environment,
                                   asked_access.as_of) as shown) as limited (answer)
                 where limited.answer is not null) as state (answer, has_room);
        if not found then
            raise sqlstate 'PT404' using message = 'limit_not_in_catalog',
                detail = api.unknown_name('limit', asked_access.limit_id);
        end if;
    elsif asked_access.entitlement_id is not null then
        if not exists (
            select from entitlements.entitlements known
             where known.tenant_id = _tenant_id
               and known.entitlement_id = asked_access.entitlement_id) then
            return query
            select 'entitlement', asked_access.entitlement_id, array[asked_access.entitlement_id],
                   (held.answer ->> 'is_active')::boolean, null, held.answer
              from api.get_entitlements(
                       asked_access.app_user_id, asked_access.environment, asked_access.as_of)
                   as shown
             cross join lateral (
                   select (shown.answer -> 'entitlements' -> asked_access.entitlement_id)::jsonb)
                   as held (answer)
             where held.answer is not null;
            if found then
                return;
            end if;
        end if;
        return query
        select 'entitlement', asked_access.entitlement_id, array[asked_access.entitlement_id],
               (found.answer ->> 'is_active')::boolean, null, found.answer::jsonb
          from api.get_entitlement(
                   asked_access.app_user_id, asked_access.entitlement_id,
                   asked_access.environment, asked_access.as_of) as found;
    else
        return query
        select 'plan', found.answer ->> 'plan',
               array(select known.entitlement_id from entitlements.entitlements known
                      where known.tenant_id = _tenant_id),
               exists (select from json_each(found.answer -> 'entitlements') as held
                        where (held.value ->> 'is_active')::boolean),
               null, found.answer::jsonb
          from api.get_entitlements(
                   asked_access.app_user_id, asked_access.environment, asked_access.as_of)
               as found;
    end if;
end
$$;
