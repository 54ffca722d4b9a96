-- Returns purchases that have to do with an app user and gave no access, each with the reason.
--
-- `used` holds the purchases that considered_sources returned. Nothing is decided here: each
-- purchase is one that the rules left out, and its facts say by which of them.

create function api.unused_purchases(
    app_user_uuid uuid, transaction_id text, entitlement_ids text[], used uuid[],
    environment text, as_of timestamptz, is_past boolean)
returns table (code text, facts jsonb, purchase entitlements.purchases)
language plpgsql stable rows 10
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _rules constant entitlements.household_rules := api.household_rules();
begin
    return query
    select why.code,
           api.purchase_facts(state.purchase) || jsonb_build_object(
               'household_id', related.household_id,
               'left_at', api.rfc3339(coalesce(related.left_at, related.sharer_left_at)),
               'orphan_id', orphan.orphan_id,
               'entitlement_ids', giving.entitlement_ids),
           state.purchase
      from api.related_purchases(
               unused_purchases.app_user_uuid, unused_purchases.transaction_id,
               api.known_until(unused_purchases.as_of, unused_purchases.is_past)) as related
     cross join lateral (
           select stored from entitlements.purchases stored
            where not unused_purchases.is_past
              and stored.tenant_id = _tenant_id and stored.purchase_id = related.purchase_id
            union all
           select api.resolve_owner_uuids(
                      api.past_purchase(related.purchase_id, unused_purchases.as_of))
            where unused_purchases.is_past
           offset 0) as state (purchase)
     cross join lateral (select (state.purchase).*) as bought
      left join entitlements.orphans orphan
        on orphan.tenant_id = _tenant_id and orphan.purchase_id = related.purchase_id
       and orphan.resolved_at is null
      left join lateral api.catalog_product(bought.product_id) as product on true
     cross join lateral (
           select array_agg(granted.entitlement_id order by granted.entitlement_id),
                  coalesce(bool_or(granted.entitlement_id
                                   = any (unused_purchases.entitlement_ids)), false),
                  coalesce(bool_or(granted.is_shared and granted.entitlement_id
                                   = any (unused_purchases.entitlement_ids)), false),
                  coalesce(bool_or(known.entitlement_id is not null), false)
             from api.granted_entitlements(bought.product_id, bought.entitlement_ids) as granted
             left join entitlements.entitlements known
               on known.tenant_id = _tenant_id and known.entitlement_id = granted.entitlement_id)
           as giving (entitlement_ids, is_asked, is_shared, is_known)
     cross join lateral (
           select case
               when related.relation = 'stayed'
               then case when giving.is_asked and bought.environment = unused_purchases.environment
                         then 'not_transferred' end
               when not giving.is_asked and (product.product_id is not null or giving.is_known)
               then case when related.relation <> 'household' then 'gives_other_entitlements' end
               when bought.environment <> unused_purchases.environment
               then case when related.relation = 'household' then null
                         when bought.environment = 'sandbox' then 'sandbox_purchase'
                         else 'production_purchase' end
               when not giving.is_asked then 'product_not_in_file'
               when related.relation = 'alias' then 'alias_conflict'
               when related.relation = 'household' then api.unshared_code(
                   bought, related.left_at, related.sharer_left_at, related.is_household_owner,
                   giving.is_shared, _rules)
               when orphan.orphan_id is not null then 'not_identified'
               when related.relation = 'transaction' then 'owned_by_another'
               else 'transferred' end) as why (code)
     where related.purchase_id <> all (unused_purchases.used)
       and bought.folded_at is not null and isfinite(bought.access_starts_at)
       and why.code is not null;
end
$$;
