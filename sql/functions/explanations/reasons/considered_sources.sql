-- Returns the sources of entitlements that an answer considered, each with its code and the rule.
--
-- See ranked_sources. Of a source that was cut, it says who left, or that it became an orphan.

create function api.considered_sources(
    app_user_uuid uuid, entitlement_ids text[], environment text, as_of timestamptz,
    is_past boolean)
returns table (
    has_won boolean, code text, rule text, begins_at timestamptz, facts jsonb,
    purchase entitlements.purchases)
language plpgsql stable rows 10
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    select source.has_won,
           case when source.is_active and not source.has_won then 'outranked'
                when source.is_active and source.household_id is not null then 'household_purchase'
                when source.is_active and source.is_aliases then 'alias_purchase'
                when source.is_active and api.is_granted(bought.store) then 'grant'
                when source.is_active and bought.environment <> considered_sources.environment
                then 'tester_purchase'
                when source.is_active then 'own_purchase'
                when bought.status_after_end = 'pending' then 'payment_pending'
                when not source.has_begun then 'not_begun'
                when source.is_cut and source.household_id is null and orphan.orphan_id is not null
                then 'not_identified'
                when source.is_cut and (source.is_held or source.household_id is null)
                then 'transferred'
                when source.is_cut and mine.member_id is not null then 'left_household'
                when source.is_cut and theirs.member_id is not null then 'sharer_left'
                when source.is_cut then 'only_owner_shares'
                else api.ended_code(
                         bought.store, bought.is_family_share,
                         api.ended_reason(bought.status_after_end, bought.end_reason)) end,
           source.rule, source.begins_at,
           api.purchase_facts(source.purchase) || jsonb_build_object(
               'entitlement_id', source.entitlement_id,
               'implied_by', source.implied_by,
               'household_id', source.household_id,
               'source_app_user_id', source.source_app_user_id,
               'orphan_id', case when source.household_id is null then orphan.orphan_id end,
               'left_at', api.rfc3339(coalesce(mine.left_at, theirs.left_at)),
               'will_renew', bought.will_renew,
               'starts_at', api.rfc3339(source.starts_at),
               'ends_at', case when isfinite(source.ends_at) then api.rfc3339(source.ends_at) end),
           source.purchase
      from api.ranked_sources(
               considered_sources.app_user_uuid, considered_sources.entitlement_ids,
               considered_sources.environment, considered_sources.as_of,
               considered_sources.is_past) as source
     cross join lateral (select (source.purchase).*) as bought
      left join entitlements.orphans orphan
        on orphan.tenant_id = _tenant_id and orphan.purchase_id = bought.purchase_id
       and orphan.resolved_at is null
      left join entitlements.household_members mine
        on mine.tenant_id = _tenant_id and mine.household_id = source.household_id
       and mine.app_user_uuid = considered_sources.app_user_uuid
       and source.is_cut and mine.access_ends_at = source.ends_at
      left join entitlements.household_members theirs
        on theirs.tenant_id = _tenant_id and theirs.household_id = source.household_id
       and theirs.app_user_id = source.source_app_user_id
       and source.is_cut and theirs.left_at = source.ends_at
     where isfinite(bought.access_starts_at) or bought.status_after_end = 'pending';
end
$$;
