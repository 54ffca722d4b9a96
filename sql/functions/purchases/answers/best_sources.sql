-- Returns the best source of every entitlement that app users have or had, with its purchase.
--
-- entitlement_sources ranks sources. An app user whose source was cut has the status expired. An
-- entitlement yet to begin is returned with has_begun false, for next_change_at: the moment when
-- the clock alone changes the answer.

create function api.best_sources(
    app_user_uuids uuid[], environment text, as_of timestamptz, is_past boolean)
returns table (
    app_user_uuid uuid, entitlement_id text, rank integer, has_begun boolean, is_active boolean,
    status text, expires_at timestamptz, will_renew boolean, source_kind text,
    source_app_user_id text, household_id uuid, product_id text, store text, period_type text,
    implied_by text, next_change_at timestamptz, ended_reason text, period_started_at timestamptz,
    period_ends_at timestamptz, grace_ends_at timestamptz, trial_ends_at timestamptz,
    product_kind text, duration text, management_url text, purchase_id uuid,
    starts_at timestamptz, ends_at timestamptz)
language sql stable rows 4
begin atomic
    select source.app_user_uuid, source.entitlement_id, source.rank, source.has_begun,
           source.is_active,
           case when source.is_active then bought.status_until_end
                when source.is_cut then 'expired'
                else bought.status_after_end end,
           case when isfinite(source.ends_at) then source.ends_at end,
           source.is_active and bought.will_renew and not source.is_cut and not source.is_held,
           case when source.household_id is not null then 'household'
                when source.is_aliases then 'alias'
                when api.is_granted(bought.store) then 'grant'
                else 'own' end,
           source.source_app_user_id, source.household_id, bought.product_id, bought.store,
           bought.period_type, source.implied_by,
           least(source.next_begins_at,
                 case when isfinite(source.listed_until) and not source.is_active
                      then source.listed_until
                      when isfinite(source.ends_at) and source.is_active then source.ends_at end),
           case when source.is_active or not source.has_begun then null
                when source.is_cut and (source.is_held or source.household_id is null)
                then 'transferred'
                when source.is_cut then 'left_household'
                else api.ended_reason(bought.status_after_end, bought.end_reason) end,
           bought.period_started_at, nullif(bought.expires_at, bought.grace_expires_at),
           case when bought.billing_issue_at is not null then bought.grace_expires_at end,
           bought.trial_ends_at, source.product_kind, source.duration,
           case when source.household_id is null and not bought.is_one_time
                then api.management_url(bought.store) end,
           bought.purchase_id, source.starts_at, source.ends_at
      from api.entitlement_sources(
               best_sources.app_user_uuids, best_sources.environment, best_sources.as_of,
               best_sources.is_past) as source
     cross join lateral (select (source.purchase).*) as bought
     where source.place = 1;
end;
