-- What a person may do at a moment, from what they and their household have: every entitlement they
-- have or had, their plan, and when the clock alone will next change any of it.
--
-- internal: called by get_entitlements where no stored answer serves, by refresh_answers to store
-- it, and by list_invariant_violations to compare.
-- Until next_change_at the answer stays the same, unless something happens.
-- Locks: none.

create function api.derived_answer(app_user_uuid uuid, environment text, as_of timestamptz)
returns table (answer json, next_change_at timestamptz)
language plpgsql stable security invoker rows 1
set search_path = ''
as $$
#variable_conflict use_column
begin
    return query
    select json_build_object(
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
                           found.store, derived_answer.environment, found.period_type,
                           found.implied_by))
                       filter (where found.has_begun),
                   '{}'::json),
               'next_change_at', api.rfc3339(min(found.next_change_at))),
           min(found.next_change_at)
      from (select * from api.entitlement_answers(
                       derived_answer.app_user_uuid, derived_answer.environment,
                       derived_answer.as_of)
             -- Highest rank first, for every aggregate at once.
             order by rank desc nulls last, entitlement_id) as found;
end
$$;

grant execute on function api.derived_answer(uuid, text, timestamptz) to hearth_server;
comment on function api.derived_answer(uuid, text, timestamptz) is
    'What a person may do at a moment, from what they and their household have.';
