-- Returns every entitlement that app users have or had, each with its best source.
--
-- An answer does not name the purchase behind a source: see best_sources.

create function api.answered_entitlements(
    app_user_uuids uuid[], environment text, as_of timestamptz, is_past boolean)
returns setof entitlements.answered_entitlement
language sql stable rows 4
begin atomic
    select best.app_user_uuid, best.entitlement_id, best.rank, best.has_begun, best.is_active,
           best.status, best.expires_at, best.will_renew, best.source_kind,
           best.source_app_user_id, best.household_id, best.product_id, best.store,
           best.period_type, best.implied_by, best.next_change_at, best.ended_reason,
           best.period_started_at, best.period_ends_at, best.grace_ends_at, best.trial_ends_at,
           best.product_kind, best.duration, best.management_url
      from api.best_sources(
               answered_entitlements.app_user_uuids, answered_entitlements.environment,
               answered_entitlements.as_of, answered_entitlements.is_past) as best;
end;
