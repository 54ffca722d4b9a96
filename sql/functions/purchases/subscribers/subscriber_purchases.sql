-- Returns what gives or gave an app user access, each as RevenueCat's v1 shows it.
--
-- Those are their own purchases and grants, and what the household shares with them. Not shown is
-- what is over because it was refunded, if paid once, or because it moved away.
-- RevenueCat's SDKs find an entitlement's product in one of two maps. They take a one-time purchase
-- for active without an end, so only purchases without an end stand among these. Everything else,
-- such as a grant or a pass, stands with its end among the subscriptions (`is_lasting`).
-- `entitlement_ids` are the entitlements whose best source this is. A grant without a product has a
-- row for each entitlement. v1 has one entry for a product: the best source of an entitlement, or
-- else the one that ends last. If two of them give different entitlements, the second has a key of
-- its own, `product:entitlement`.

create function api.subscriber_purchases(
    app_user_uuid uuid, environment text, as_of timestamptz)
returns table (
    product_key text, is_lasting boolean, is_own boolean, is_active boolean, ends_at timestamptz,
    entitlement_ids text[], purchase entitlements.purchases, answer jsonb)
language sql stable rows 4
begin atomic
    with best as materialized (
        select source.entitlement_id, source.purchase_id, source.household_id, source.starts_at,
               source.ends_at
          from api.best_sources(
                   array[subscriber_purchases.app_user_uuid], subscriber_purchases.environment,
                   subscriber_purchases.as_of, subscriber_purchases.as_of < now()) as source
         where source.has_begun
    ), listed as (
        select api.subscriber_product(bought.product_id, bought.store, granted.entitlement_id)
                   as name,
               usable.household_id, usable.purchase, usable.starts_at, usable.ends_at,
               bought.purchase_id, clock.is_active,
               not bought.is_one_time or api.is_granted(bought.store)
                   or usable.ends_at < 'infinity' as is_lasting,
               array(select best.entitlement_id from best
                      where best.purchase_id = bought.purchase_id
                        and best.household_id is not distinct from usable.household_id
                        and best.starts_at = usable.starts_at and best.ends_at = usable.ends_at
                        and (granted.entitlement_id is null
                             or granted.entitlement_id = best.entitlement_id)
                      order by best.entitlement_id) as best_for
          from api.usable_purchases(
                   array[subscriber_purchases.app_user_uuid], subscriber_purchases.environment,
                   subscriber_purchases.as_of, subscriber_purchases.as_of < now()) as usable
         cross join lateral (select (usable.purchase).*) as bought
          left join lateral (
               select case when bought.product_id is null then given.entitlement_id end
                          as entitlement_id, bool_or(given.is_shared) as is_shared
                 from api.granted_entitlements(bought.product_id, bought.entitlement_ids) as given
                group by 1) as granted on true
         cross join lateral (
               select usable.starts_at <= subscriber_purchases.as_of
                          and subscriber_purchases.as_of < usable.ends_at,
                      usable.starts_at <= subscriber_purchases.as_of
                          or (usable.ends_at <= usable.starts_at and isfinite(usable.starts_at)),
                      bought.is_one_time and bought.refunded_at is not null
                          and not api.is_granted(bought.store)
                          or usable.household_id is null and not usable.is_aliases
                          and bought.owner_app_user_id is distinct from usable.source_app_user_id)
               as clock (is_active, has_begun, is_gone)
         where clock.has_begun and (clock.is_active or not clock.is_gone)
           and bought.starts_at is not null
           and (usable.household_id is null or granted.is_shared)
    ), single as (
        -- A purchase may have reached the household by several members: that is one source.
        select distinct on (listed.name, listed.purchase_id, listed.household_id,
                            listed.starts_at, listed.ends_at) listed.*
          from listed
         order by listed.name, listed.purchase_id, listed.household_id, listed.starts_at,
                  listed.ends_at
    ), numbered as (
        select listed.*, row_number() over ranking as place,
               first_value(listed.is_lasting) over ranking as first_is_lasting
          from single as listed
        window ranking as (
               partition by listed.name
               order by listed.best_for <> '{}' desc, listed.ends_at desc,
                        listed.household_id is not null, listed.purchase_id)
    )
    select case when numbered.place = 1 or not (numbered.is_lasting or numbered.first_is_lasting)
                then numbered.name else numbered.name || ':' || numbered.best_for[1] end,
           numbered.is_lasting, numbered.household_id is null, numbered.is_active,
           numbered.ends_at, numbered.best_for, numbered.purchase,
           api.subscriber_purchase_json(
               numbered.purchase, numbered.household_id, api.subscriber_end(
                   numbered.starts_at, numbered.ends_at, numbered.is_active,
                   subscriber_purchases.as_of))
      from numbered
     where numbered.place = 1 or numbered.best_for <> '{}'
        or not (numbered.is_lasting or numbered.first_is_lasting);
end;
