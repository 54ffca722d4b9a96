-- What a person may do: every entitlement they have or had, their plan, and when the clock alone
-- will next change any of it.
--
-- Called with any key of the tenant. An unknown app user id is a person who has bought nothing;
-- asking creates nobody.
-- Locks: none.

create function api.get_entitlements(
    app_user_id text, environment text default 'production', as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql stable security invoker rows 1
set search_path = ''
as $$
#variable_conflict use_column
declare
    _as_of constant timestamptz := coalesce(get_entitlements.as_of, now());
begin
    return query
    select _as_of,
           json_build_object(
               'plan', coalesce(
                   (array_agg(found.entitlement_id)
                       filter (where found.is_active and found.rank is not null))[1],
                   (select tenant.free_plan from entitlements.tenants tenant
                     where tenant.tenant_id = entitlements.current_tenant_id())),
               'subscription_status', coalesce(
                   (array_agg(found.status) filter (where found.is_active))[1],
                   (array_agg(found.status) filter (where found.has_begun))[1],
                   'none'),
               'entitlements', coalesce(
                   json_object_agg(
                       found.entitlement_id,
                       api.entitlement_json(
                           found.entitlement_id, found.is_active, found.status,
                           found.expires_at, found.will_renew, found.source_kind,
                           found.source_app_user_id, found.household_id, found.product_id,
                           found.store, get_entitlements.environment, found.period_type,
                           found.implied_by))
                       filter (where found.has_begun),
                   '{}'::json),
               'next_change_at', api.rfc3339(min(found.next_change_at)))
      from (select * from api.entitlement_answers(
                       get_entitlements.app_user_id, get_entitlements.environment, _as_of)
             -- Highest rank first, for every aggregate at once.
             order by rank desc nulls last, entitlement_id) as found;
end
$$;

grant execute on function api.get_entitlements(text, text, timestamptz) to hearth_server;
comment on function api.get_entitlements(text, text, timestamptz) is
    'What a person may do: every entitlement they have or had, their plan, and the next change.';
