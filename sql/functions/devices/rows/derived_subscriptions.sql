-- Returns the rows of purchases that devices should have.
--
-- A purchase has a row for its owner, and one for its previous owner while their household holds
-- it. No row in two cases:
-- - the purchase gives no access;
-- - the product is a consumable.
-- `user_id` is the app user's identified id if there is one. Devices compare the clock with the two
-- ends. A purchase that moved within a household is not held: it serves the household from its new
-- owner.
-- Locks: none; the transaction that writes the rows has locked the purchases and their owners.

create function api.derived_subscriptions(purchases entitlements.purchases[])
returns setof entitlements.synced_subscriptions
language sql stable rows 1
begin atomic
    with bought as (
        select purchase.tenant_id, purchase.purchase_id, purchase.environment,
               purchase.product_id, purchase.store, purchase.period_type,
               array_to_json(purchase.entitlement_ids)::text as entitlement_ids,
               purchase.status_until_end, purchase.status_after_end, purchase.will_renew,
               purchase.access_starts_at, purchase.access_ends_at, purchase.moved_at,
               purchase.previous_owner_app_user_id, purchase.is_family_share,
               purchase.cancelled_at, purchase.billing_issue_at,
               purchase.owner_uuid is not null as is_owned, purchase.previous_owner_uuid,
               case when own.is_anonymous then api.shown_app_user_id(purchase.owner_uuid)
                    else purchase.owner_app_user_id end as user_id,
               shared.household_id
          from unnest(derived_subscriptions.purchases) as purchase
          left join entitlements.app_user_ids own
            on own.tenant_id = entitlements.current_tenant_id()
           and own.app_user_id = purchase.owner_app_user_id
          left join lateral api.shared_household(purchase.owner_uuid) as shared
            on not purchase.is_family_share
           and (shared.shares_grants or not api.is_granted(purchase.store))
         where purchase.access_starts_at < purchase.access_ends_at
           and not (purchase.is_one_time and exists (
               select from api.catalog_product(purchase.product_id) as product
                where product.kind = 'consumable')))
    select bought.tenant_id, bought.purchase_id::text, bought.purchase_id, bought.user_id,
           bought.household_id, false, bought.environment, bought.product_id, bought.store,
           bought.period_type, bought.entitlement_ids,
           bought.status_until_end, bought.status_after_end, bought.will_renew,
           api.milliseconds(bought.access_starts_at), api.milliseconds(bought.access_ends_at),
           api.milliseconds(bought.cancelled_at), api.milliseconds(bought.billing_issue_at)
      from bought
     where bought.is_owned
     union all
    select bought.tenant_id, bought.purchase_id || ':held', bought.purchase_id,
           case when former.is_anonymous then api.shown_app_user_id(bought.previous_owner_uuid)
                else bought.previous_owner_app_user_id end,
           kept.household_id, true, bought.environment, bought.product_id, bought.store,
           bought.period_type, bought.entitlement_ids,
           bought.status_until_end, bought.status_after_end, false,
           api.milliseconds(bought.access_starts_at),
           api.milliseconds(least(bought.access_ends_at, bought.moved_at + kept.hold)),
           api.milliseconds(bought.cancelled_at), api.milliseconds(bought.billing_issue_at)
      from (select * from bought where bought.previous_owner_uuid is not null offset 0) as bought
      join entitlements.app_user_ids former
        on former.tenant_id = entitlements.current_tenant_id()
       and former.app_user_id = bought.previous_owner_app_user_id
     cross join lateral api.shared_household(bought.previous_owner_uuid) as kept
     where not bought.is_family_share
       and (kept.shares_grants or not api.is_granted(bought.store))
       and kept.hold > interval '0' and kept.starts_at <= bought.moved_at
       and kept.household_id is distinct from bought.household_id
       and bought.access_starts_at < least(bought.access_ends_at, bought.moved_at + kept.hold);
end;
