-- Lists app users whose access may be wrong, with their risk and when to leave them alone.
--
-- An app user confirmed at `confirmed_before` or later is left alone. One may be listed several
-- times. Risks:
-- 1. paid time is over and should have been renewed, but no event came;
-- 2. paid time is over, as expected;
-- 3. a billing issue;
-- 4. a purchase whose owner has only anonymous ids;
-- 5. a household depends on the app user;
-- 6. not confirmed for a week, or never; the longest first.
-- App users of events and transfers are in the snapshot queue already (see queue_snapshots).
-- RevenueCat does not know the grants of the tenant, so they are no risk.

create function api.app_users_at_risk(as_of timestamptz, maximum integer)
returns table (app_user_uuid uuid, risk integer, confirmed_before timestamptz)
language plpgsql stable rows 1000
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := app_users_at_risk.as_of;
begin
    return query
    select bought.owner_uuid, case when bought.will_renew then 1 else 2 end,
           least(bought.access_ends_at, _as_of - interval '5 minutes')
      from entitlements.purchases bought
     where bought.tenant_id = _tenant_id and isfinite(bought.access_ends_at)
       and bought.access_ends_at > _as_of - interval '7 days'
       and bought.access_ends_at <= _as_of + interval '5 minutes' and bought.store <> 'hearth'
     union all
    select bought.owner_uuid, 3, _as_of - interval '6 hours'
      from entitlements.purchases bought
     where bought.tenant_id = _tenant_id and bought.billing_issue_at is not null
       and bought.access_ends_at > _as_of - interval '7 days'
     union all
    select bought.owner_uuid, 4, _as_of - interval '1 day'
      from entitlements.purchases bought
     where bought.tenant_id = _tenant_id and bought.access_ends_at > _as_of
       and bought.store <> 'hearth'
       and starts_with(bought.owner_app_user_id, '$RCAnonymousID:')
       and not exists (
           select from entitlements.app_user_ids known
            where known.tenant_id = _tenant_id and not known.is_anonymous
              and known.app_user_uuid = bought.owner_uuid)
     union all
    select member.app_user_uuid, 5, _as_of - interval '1 day'
      from entitlements.household_members member
      join entitlements.purchases bought
        on bought.tenant_id = _tenant_id and bought.owner_uuid = member.app_user_uuid
     where member.tenant_id = _tenant_id and member.left_at is null
       and bought.access_ends_at > _as_of and not bought.is_family_share
       and bought.store <> 'hearth'
     union all
    -- Merged-away app users have no ids; skip them.
    (select app_user.app_user_uuid, 6, timestamptz 'infinity'
       from entitlements.app_users app_user
      where app_user.tenant_id = _tenant_id and app_user.confirmed_at is null
        and exists (
            select from entitlements.app_user_ids own
             where own.tenant_id = _tenant_id and own.app_user_uuid = app_user.app_user_uuid)
      limit app_users_at_risk.maximum)
     union all
    (select app_user.app_user_uuid, 6, timestamptz 'infinity'
       from entitlements.app_users app_user
      where app_user.tenant_id = _tenant_id and app_user.confirmed_at < _as_of - interval '7 days'
        and exists (
            select from entitlements.app_user_ids own
             where own.tenant_id = _tenant_id and own.app_user_uuid = app_user.app_user_uuid)
      order by app_user.confirmed_at
      limit app_users_at_risk.maximum);
end
$$;
