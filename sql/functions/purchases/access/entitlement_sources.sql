-- Returns every purchase that gives or gave app users an entitlement, a row for each of the two.
--
-- A household passes on only what its tenant shares. An app user who loses a purchase before its
-- end, by leaving or by a transfer, has it cut. A purchase that ended before its start never
-- begins. best_sources ranks the rows; no other function decides which there are.

create function api.entitlement_sources(
    app_user_uuids uuid[], environment text, as_of timestamptz, is_past boolean)
returns table (
    app_user_uuid uuid, entitlement_id text, rank integer, implied_by text, has_begun boolean,
    is_active boolean, is_cut boolean, begins_at timestamptz, household_id uuid,
    source_app_user_id text, is_aliases boolean, is_held boolean, starts_at timestamptz,
    ends_at timestamptz, listed_until timestamptz, product_kind text, duration text,
    purchase entitlements.purchases)
language sql stable rows 4
begin atomic
    select usable.app_user_uuid, granted.entitlement_id, catalog.rank, granted.implied_by,
           clock.has_begun, clock.is_active, usable.ends_at < (usable.purchase).access_ends_at,
           clock.begins_at, usable.household_id, usable.source_app_user_id, usable.is_aliases,
           usable.is_held, usable.starts_at, usable.ends_at, usable.listed_until, product.kind,
           product.duration, usable.purchase
      from api.usable_purchases(
               entitlement_sources.app_user_uuids, entitlement_sources.environment,
               entitlement_sources.as_of, entitlement_sources.is_past) as usable
     cross join lateral (
           select usable.starts_at <= entitlement_sources.as_of
                      or (usable.ends_at <= usable.starts_at and isfinite(usable.starts_at)),
                  usable.starts_at <= entitlement_sources.as_of
                      and entitlement_sources.as_of < usable.ends_at,
                  case when usable.starts_at > entitlement_sources.as_of
                            and usable.ends_at > usable.starts_at
                       then usable.starts_at end)
           as clock (has_begun, is_active, begins_at)
      left join lateral api.catalog_product((usable.purchase).product_id) as product on true
     cross join lateral api.granted_entitlements(
               (usable.purchase).product_id, (usable.purchase).entitlement_ids) as granted
      left join entitlements.entitlements catalog
        on catalog.tenant_id = entitlements.current_tenant_id()
       and catalog.entitlement_id = granted.entitlement_id
     where usable.household_id is null or granted.is_shared;
end;
