-- What people may do at a moment, from what they and their households have: every entitlement they
-- have or had, their plan, and when the clock alone will next change any of it.
--
-- internal: called by get_entitlements where no stored answer serves, by store_answers to store it,
-- and by wrong_answers to compare.
-- There is one row for each person named, and for null: a person who has bought nothing.
-- An active entitlement that the catalog lacks ranks below those that it has, and above the free
-- plan.
-- Until next_change_at the answer stays the same, unless something happens.
-- The standard's body binds its names now and is inlined by the planner.
-- Locks: none.

create function api.derived_answers(app_user_uuids uuid[], environment text, as_of timestamptz)
returns table (app_user_uuid uuid, answer json, next_change_at timestamptz)
language sql stable security invoker rows 4
begin atomic
    select found.app_user_uuid,
           json_build_object(
               'plan', coalesce(
                   (array_agg(found.entitlement_id
                              order by found.rank desc nulls last, found.entitlement_id)
                       filter (where found.is_active))[1],
                   (select tenant.free_plan from entitlements.tenants tenant
                     where tenant.tenant_id = entitlements.current_tenant_id())),
               'subscription_status', coalesce(
                   (array_agg(found.status
                              order by found.is_active desc, found.rank desc nulls last,
                                       found.entitlement_id)
                       filter (where found.is_active or found.has_begun))[1],
                   'none'),
               'entitlements', coalesce(
                   json_object_agg(
                       found.entitlement_id,
                       api.entitlement_json(
                           found.entitlement_id, found.is_active, found.status,
                           found.expires_at, found.will_renew, found.source_kind,
                           found.source_app_user_id, found.household_id, found.product_id,
                           found.store, derived_answers.environment, found.period_type,
                           found.implied_by, found.ended_reason, found.period_started_at,
                           found.period_ends_at, found.grace_ends_at, found.trial_ends_at)
                       order by found.rank desc nulls last, found.entitlement_id)
                       filter (where found.has_begun),
                   '{}'::json),
               'next_change_at', api.rfc3339(min(found.next_change_at))),
           min(found.next_change_at)
      from (select answered.*
              from api.answered_entitlements(
                       derived_answers.app_user_uuids, derived_answers.environment,
                       derived_answers.as_of) as answered
             union all
            -- A row for each person, also one who has nothing. It has no entitlement.
            select person.app_user_uuid, null, null, null, null, null, null, null, null, null, null,
                   null, null, null, null, null, null, null, null, null, null
              from unnest(derived_answers.app_user_uuids) as person (app_user_uuid)) as found
     group by found.app_user_uuid;
end;
