-- Returns every entitlement that app users have or had, each with its best source.
--
-- Sources rank: active before inactive, latest end, own before alias before household before grant,
-- direct before implied. A household passes on only what its tenant shares.
-- An app user who loses a purchase before its end, by leaving or by a transfer, has the status
-- expired. An entitlement yet to begin is returned with has_begun false, for next_change_at: the
-- moment when the clock alone changes the answer. A purchase that ended before its start never
-- begins.

create function api.answered_entitlements(
    app_user_uuids uuid[], environment text, as_of timestamptz, is_past boolean)
returns setof entitlements.answered_entitlement
language sql stable rows 4
begin atomic
    select distinct on (usable.app_user_uuid, granted.entitlement_id)
           usable.app_user_uuid, granted.entitlement_id, catalog.rank, clock.has_begun,
           clock.is_active,
           case when clock.is_active then bought.status_until_end
                when clock.is_cut then 'expired'
                else bought.status_after_end end,
           case when isfinite(usable.ends_at) then usable.ends_at end,
           clock.is_active and bought.will_renew and not clock.is_cut and not usable.is_held,
           case when usable.household_id is not null then 'household'
                when usable.is_aliases then 'alias'
                when api.is_granted(bought.store) then 'grant'
                else 'own' end,
           usable.source_app_user_id, usable.household_id, bought.product_id, bought.store,
           bought.period_type, granted.implied_by,
           least(min(clock.begins_at) over (
                     partition by usable.app_user_uuid, granted.entitlement_id),
                 case when isfinite(usable.listed_until) and not clock.is_active
                      then usable.listed_until
                      when isfinite(usable.ends_at) and clock.is_active then usable.ends_at end),
           case when clock.is_active or not clock.has_begun then null
                when clock.is_cut and (usable.is_held or usable.household_id is null)
                then 'transferred'
                when clock.is_cut then 'left_household'
                else api.ended_reason(bought.status_after_end, bought.end_reason) end,
           bought.period_started_at, nullif(bought.expires_at, bought.grace_expires_at),
           case when bought.billing_issue_at is not null then bought.grace_expires_at end,
           bought.trial_ends_at, product.kind, product.duration,
           case when usable.household_id is null and not bought.is_one_time
                then api.management_url(bought.store) end
      from api.usable_purchases(
               answered_entitlements.app_user_uuids, answered_entitlements.environment,
               answered_entitlements.as_of, answered_entitlements.is_past) as usable
     cross join lateral (select (usable.purchase).*) as bought
     cross join lateral (
           select usable.starts_at <= answered_entitlements.as_of
                      or (usable.ends_at <= usable.starts_at and isfinite(usable.starts_at)),
                  usable.starts_at <= answered_entitlements.as_of
                      and answered_entitlements.as_of < usable.ends_at,
                  usable.ends_at < bought.access_ends_at,
                  case when usable.starts_at > answered_entitlements.as_of
                            and usable.ends_at > usable.starts_at
                       then usable.starts_at end)
           as clock (has_begun, is_active, is_cut, begins_at)
      left join lateral api.catalog_product(bought.product_id) as product on true
     cross join lateral api.granted_entitlements(
               bought.product_id, bought.entitlement_ids) as granted
      left join entitlements.entitlements catalog
        on catalog.tenant_id = entitlements.current_tenant_id()
       and catalog.entitlement_id = granted.entitlement_id
     where usable.household_id is null or granted.is_shared
     order by usable.app_user_uuid, granted.entitlement_id, clock.is_active desc,
              clock.has_begun desc, usable.ends_at desc, usable.household_id is not null,
              usable.is_aliases, api.is_granted(bought.store), granted.implied_by nulls first,
              bought.period_started_at desc, bought.purchase_id;
end;
