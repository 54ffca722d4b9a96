-- Returns the notices of app users who pay for what another running purchase gives as well.
--
-- Both give the same entitlements: another of their own, or one of the household. A subscription
-- of theirs renews, or its store still tries to charge for it. The other does so too, or was paid
-- once.
-- Two subscriptions of their own in one store may be a product change under way: the notice waits
-- three hours for the end of the old one, because RevenueCat repeats an event for 155 minutes.

create function api.paid_twice_notices(
    app_user_uuids uuid[], environment text, as_of timestamptz)
returns setof entitlements.notice
language plpgsql stable rows 1
as $$
declare
    _as_of constant timestamptz := paid_twice_notices.as_of;
begin
    return query
    with paid as (
        select usable.app_user_uuid, granted.entitlement_id, usable.household_id,
               usable.source_app_user_id, usable.starts_at, bought.purchase_id,
               bought.product_id, bought.store, bought.expires_at, charge.is_due
          from api.usable_purchases(
                   paid_twice_notices.app_user_uuids, paid_twice_notices.environment,
                   _as_of, _as_of < now()) as usable
         cross join lateral (select (usable.purchase).*) as bought
         cross join lateral (
               select bought.will_renew or (bought.status_until_end = 'billing_issue'
                                            and bought.end_reason = 'billing_error'))
               as charge (is_due)
         cross join lateral api.granted_entitlements(
                   bought.product_id, bought.entitlement_ids) as granted
         where usable.starts_at <= _as_of and _as_of < usable.ends_at
           and (charge.is_due or bought.is_one_time)
           and not usable.is_held and not bought.is_family_share
           and not api.is_granted(bought.store)
           and (usable.household_id is null or granted.is_shared)
    ), doubled as (
        select paid.app_user_uuid, paid.entitlement_id,
               array_agg(paid.purchase_id order by paid.purchase_id) as ids,
               max(paid.starts_at) + case
                   when bool_and(paid.household_id is null and paid.is_due)
                        and count(distinct paid.store) = 1
                   then interval '3 hours' else interval '0' end as since,
               jsonb_agg(
                   jsonb_build_object(
                       'app_user_id', paid.source_app_user_id, 'product_id', paid.product_id,
                       'store', paid.store, 'expires_at', api.rfc3339(paid.expires_at),
                       'is_own', paid.household_id is null,
                       'management_url', case when paid.household_id is null
                                              then api.management_url(paid.store) end)
                   order by paid.purchase_id) as purchases
          from paid
         group by paid.app_user_uuid, paid.entitlement_id
        having count(*) > 1 and bool_or(paid.household_id is null and paid.is_due)
    )
    select doubled.app_user_uuid,
           api.notice_id('paid_twice', array_to_string(doubled.ids, ' ')), 'paid_twice', 'warning',
           max(doubled.since), null::timestamptz,
           jsonb_build_object(
               'entitlement_ids', jsonb_agg(doubled.entitlement_id order by doubled.entitlement_id),
               'purchases', doubled.purchases)
      from doubled
     group by doubled.app_user_uuid, doubled.ids, doubled.purchases;
end
$$;
