-- Returns what app users may do at a moment: entitlements, plan and the next change by the clock.
--
-- Returns one row for each given uuid; null stands for an app user without purchases. Active
-- entitlements that the catalog lacks rank below those it has, and above the free plan. Until
-- next_change_at, only new facts change the answer. `ends_at` is when the first of the active
-- entitlements ends that does not renew, `ended_at` when the last of the others ended.
-- The rows are ordered once, below the aggregates: each aggregate with an order sorts for itself,
-- and for each app user.

create function api.derived_answers(
    app_user_uuids uuid[], environment text, as_of timestamptz, is_past boolean)
returns table (
    app_user_uuid uuid, answer json, next_change_at timestamptz, ends_at timestamptz,
    ended_at timestamptz)
language sql stable rows 4
begin atomic
    select found.app_user_uuid,
           api.answer_json(
               coalesce(
                   (array_agg(found.entitlement_id) filter (where found.is_active))[1],
                   (select tenant.free_plan from entitlements.tenants tenant
                     where tenant.tenant_id = entitlements.current_tenant_id())),
               coalesce(
                   (array_agg(found.status) filter (where found.is_active))[1],
                   (array_agg(found.status) filter (where found.has_begun))[1],
                   'none'),
               coalesce(
                   json_object_agg(
                       found.entitlement_id,
                       api.entitlement_json(
                           found.entitlement_id, found, derived_answers.environment))
                       filter (where found.has_begun),
                   '{}'::json),
               min(found.next_change_at)),
           min(found.next_change_at),
           min(found.expires_at) filter (where found.is_active and not found.will_renew),
           max(found.expires_at) filter (where found.has_begun and not found.is_active)
      from (select answered.*
              from api.answered_entitlements(
                       derived_answers.app_user_uuids, derived_answers.environment,
                       derived_answers.as_of, derived_answers.is_past) as answered
             union all
            -- One row of nulls for each app user, so that all have an answer.
            select *
              from unnest(derived_answers.app_user_uuids) as app_user (app_user_uuid)
              left join (select (null::entitlements.answered_entitlement).*) as nothing
             using (app_user_uuid)
             order by app_user_uuid, rank desc nulls last, entitlement_id) as found
     group by found.app_user_uuid;
end;
