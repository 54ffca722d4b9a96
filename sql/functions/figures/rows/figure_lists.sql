-- Returns what is counted beside purchases between two moments, by list, day and subject.
--
-- The lists: restores that found something, limits that were reached, offers that purchases used
-- first, and redemptions of campaigns. The day is null unless days are asked for.

create function api.figure_lists(
    from_moment timestamptz, until_moment timestamptz, time_zone text, is_daily boolean)
returns table (list text, day date, subject text, number bigint)
language plpgsql stable rows 100
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    select counted.list, case when is_daily then (counted.at at time zone time_zone)::date end,
           counted.subject, count(*)
      from (select 'restores' as list, moved.order_at as at, 'transfer' as subject
              from entitlements.evidence moved
             where moved.tenant_id = _tenant_id and moved.purchase_id is null
               and moved.order_at >= from_moment and moved.order_at < until_moment
               and moved.environment is distinct from 'sandbox'
            union all
            select 'restores', audited.recorded_at, 'claim'
              from entitlements.audit_entries audited
             where audited.tenant_id = _tenant_id and audited.action = 'claim'
               and audited.recorded_at >= from_moment and audited.recorded_at < until_moment
            union all
            select 'restores', merge.merged_at, 'merge'
              from entitlements.merges merge
             where merge.tenant_id = _tenant_id and merge.outcome = 'merged'
               and merge.moved_purchase_ids <> '{}'
               and merge.merged_at >= from_moment and merge.merged_at < until_moment
               and not exists ( -- A claim with a proof merges, and counts as a claim.
                   select from entitlements.audit_entries audited
                    where audited.tenant_id = _tenant_id and audited.action = 'claim'
                      and audited.recorded_at = merge.merged_at
                      and merge.anonymous_app_user_id = any (audited.app_user_ids))
            union all
            select 'limits', reached.reached_at, reached.limit_id
              from entitlements.reached_limits reached
             where reached.tenant_id = _tenant_id
               and reached.reached_at >= from_moment and reached.reached_at < until_moment
            union all
            select 'offers', used.first_at, used.offer_code
              from (select evidence.offer_code,
                           min(coalesce(evidence.purchased_at, evidence.order_at)) as first_at
                      from entitlements.evidence evidence
                     where evidence.tenant_id = _tenant_id
                       and evidence.environment = 'production' and evidence.offer_code is not null
                     group by evidence.offer_code, evidence.purchase_id) as used
             where used.first_at >= from_moment and used.first_at < until_moment
            union all
            select 'campaigns', redemption.redeemed_at, redemption.campaign_id
              from entitlements.code_redemptions redemption
             where redemption.tenant_id = _tenant_id
               and redemption.redeemed_at >= from_moment
               and redemption.redeemed_at < until_moment) as counted
     group by 1, 2, 3;
end
$$;
