-- Returns people with access now by a purchase of these products, and those of their households.
--
-- At most 1,000 buyers of each product, and 5,000 people in all.

create function api.app_users_with_access(product_ids text[]) returns uuid[]
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return array(
        with buyers as (
            select distinct bought.owner_uuid as app_user_uuid
              from unnest(app_users_with_access.product_ids) as sold (product_id)
             cross join lateral (
                   select purchase.owner_uuid from entitlements.purchases purchase
                    where purchase.tenant_id = _tenant_id
                      and purchase.environment = 'production'
                      and purchase.product_id = sold.product_id
                      and purchase.owner_uuid is not null
                      and purchase.access_starts_at <= now() and now() < purchase.access_ends_at
                    limit 1000) as bought
        )
        select buyers.app_user_uuid from buyers
         union
        select other.app_user_uuid
          from buyers
          join entitlements.household_members living
            on living.tenant_id = _tenant_id and living.app_user_uuid = buyers.app_user_uuid
           and living.left_at is null
          join entitlements.household_members other
            on other.tenant_id = _tenant_id and other.household_id = living.household_id
           and other.left_at is null
         limit 5000);
end
$$;
