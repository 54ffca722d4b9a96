-- Returns every purchase that gives or gave app users an entitlement, a row for each of the two.
--
-- `place` ranks the sources of an app user's entitlement, the best first: active before inactive,
-- latest end, own before alias before household before grant, direct before implied.
-- `next_begins_at` is when the first of them begins that has not begun.
-- A household passes on only what its tenant shares. An app user who loses a purchase before its
-- end, by leaving or by a transfer, has it cut. A purchase that ended before its start never
-- begins. No other function decides which rows there are.
-- What a product grants is looked up once for all who bought it (plans: rule 5).

create function api.entitlement_sources(
    app_user_uuids uuid[], environment text, as_of timestamptz, is_past boolean)
returns table (
    app_user_uuid uuid, entitlement_id text, place bigint, next_begins_at timestamptz, rank integer,
    implied_by text, has_begun boolean, is_active boolean, is_cut boolean, begins_at timestamptz,
    household_id uuid, source_app_user_id text, is_aliases boolean, is_held boolean,
    starts_at timestamptz, ends_at timestamptz, listed_until timestamptz, product_kind text,
    duration text, purchase entitlements.purchases)
language sql stable rows 4
begin atomic
    with usable as materialized (
        select * from api.usable_purchases(
                   entitlement_sources.app_user_uuids, entitlement_sources.environment,
                   entitlement_sources.as_of, entitlement_sources.is_past)
    ), granted as materialized (
        select sold.product_id, sold.entitlement_ids, product.kind, product.duration,
               named.entitlement_id, named.implied_by, named.is_shared, catalog.rank
          from (select distinct (usable.purchase).product_id, (usable.purchase).entitlement_ids
                  from usable) as sold
          left join lateral api.catalog_product(sold.product_id) as product on true
         cross join lateral api.granted_entitlements(
                   sold.product_id, sold.entitlement_ids) as named
          left join entitlements.entitlements catalog
            on catalog.tenant_id = entitlements.current_tenant_id()
           and catalog.entitlement_id = named.entitlement_id)
    select usable.app_user_uuid, granted.entitlement_id, row_number() over turn,
           min(clock.begins_at) over (
               turn rows between unbounded preceding and unbounded following),
           granted.rank, granted.implied_by, clock.has_begun, clock.is_active,
           usable.ends_at < (usable.purchase).access_ends_at, clock.begins_at,
           usable.household_id, usable.source_app_user_id, usable.is_aliases,
           usable.is_held, usable.starts_at, usable.ends_at, usable.listed_until, granted.kind,
           granted.duration, usable.purchase
      from usable
     cross join lateral (
           select usable.starts_at <= entitlement_sources.as_of
                      or (usable.ends_at <= usable.starts_at and isfinite(usable.starts_at)),
                  usable.starts_at <= entitlement_sources.as_of
                      and entitlement_sources.as_of < usable.ends_at,
                  case when usable.starts_at > entitlement_sources.as_of
                            and usable.ends_at > usable.starts_at
                       then usable.starts_at end)
           as clock (has_begun, is_active, begins_at)
      join granted
        on granted.product_id is not distinct from (usable.purchase).product_id
       and granted.entitlement_ids is not distinct from (usable.purchase).entitlement_ids
     where usable.household_id is null or granted.is_shared
    window turn as (
           partition by usable.app_user_uuid, granted.entitlement_id
           order by clock.is_active desc, clock.has_begun desc, usable.ends_at desc,
                    usable.household_id is not null, usable.is_aliases,
                    api.is_granted((usable.purchase).store), granted.implied_by nulls first,
                    (usable.purchase).period_started_at desc, (usable.purchase).purchase_id);
end;
