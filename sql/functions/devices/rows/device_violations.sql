-- Returns the device rows that are not what purchases and memberships say; normally none.
--
-- Exceptions: device rows of a household whose review is due, and device rows whose grace is over.

create function api.device_violations() returns table (violation text, subject uuid)
language plpgsql stable rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    select 'synced_subscription_is_stale', coalesce(stored.purchase_id, derived.purchase_id)
      from (select row_.*, row_ as whole
              from api.derived_subscriptions(array(
                       select purchase from entitlements.purchases purchase
                        where purchase.tenant_id = _tenant_id)) as row_) as derived
      full join (select row_.*, row_ as whole from entitlements.synced_subscriptions row_
                  where row_.tenant_id = _tenant_id) as stored using (id)
     where derived.whole is distinct from stored.whole
       and not exists (
           select from entitlements.household_reviews review
            where review.tenant_id = _tenant_id and review.due_at <= now()
              and review.household_id in (stored.household_id, derived.household_id))
     union all
    select 'synced_household_member_is_stale', coalesce(stored.id, derived.id)
      from (select row_.*, row_ as whole from entitlements.app_users app_user
             cross join lateral api.derived_household_members(
                       app_user.app_user_uuid, now()) as row_
             where app_user.tenant_id = _tenant_id) as derived
      full join (select row_.*, row_ as whole from entitlements.synced_household_members row_
                  where row_.tenant_id = _tenant_id
                    and (row_.access_ends_at_ms is null
                         or row_.access_ends_at_ms > api.milliseconds(now()))) as stored using (id)
     where derived.whole is distinct from stored.whole;
end
$$;
