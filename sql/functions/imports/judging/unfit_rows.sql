-- Returns the rows that the tenant file, or what they say themselves, refuses.
--
-- Reads nothing that a concurrent write could change, but the tenant file.
-- Locks: none.
-- Refuses: app_user_not_found 404, import_row_invalid 422, entitlement_not_in_catalog 404,
-- product_not_in_catalog 404, product_not_grantable 409, limit_not_in_catalog 404,
-- used_at_out_of_range 422.

create function api.unfit_rows(rows entitlements.import_row[], as_of timestamptz)
returns entitlements.import_row[]
language plpgsql stable security invoker
set search_path = ''
as $$
begin
    return array(
        select judged.one
          from unnest(unfit_rows.rows) as told
         cross join lateral (
               select api.misdated(told, unfit_rows.as_of) as sentence,
                      (select product.kind from api.catalog_product(told.product_id) as product)
                      as product_kind) as found
         cross join lateral (
               select case
                   when exists (
                        select from unnest(told.app_user_id || told.anonymous_app_user_ids)
                               as named (id)
                         where entitlements.is_erased_name(named.id))
                   then api.refused_row(
                       told, 'app_user_not_found', 'The app user with this id was erased.')
                   when found.sentence is not null
                   then api.refused_row(told, 'import_row_invalid', found.sentence)
                   when told.record = 'use'
                        and told.used_at < unfit_rows.as_of - interval '366 days'
                   then api.refused_row(
                       told, 'used_at_out_of_range', 'The use is more than 366 days ago.')
                   when told.product_id is not null and found.product_kind is null
                   then api.refused_row(told, 'product_not_in_catalog', api.unknown_name(
                       'product', told.product_id))
                   when found.product_kind = 'consumable'
                   then api.refused_row(
                       told, 'product_not_grantable',
                       'A consumable gives credits and no access: adjust the credits instead.')
                   when told.record = 'purchase' and told.expires_at is null
                        and found.product_kind <> 'non_consumable'
                   then api.refused_row(
                       told, 'import_row_invalid',
                       '“expires_at” is missing: the product ends after its duration.')
                   when told.entitlement_id is not null and not exists (
                        select from entitlements.entitlements known
                         where known.tenant_id = entitlements.current_tenant_id()
                           and known.entitlement_id = told.entitlement_id)
                   then api.refused_row(told, 'entitlement_not_in_catalog', api.unknown_name(
                       'entitlement', told.entitlement_id))
                   when told.limit_id is not null and not exists (
                        select from entitlements.limits known
                         where known.tenant_id = entitlements.current_tenant_id()
                           and known.limit_id = told.limit_id)
                   then api.refused_row(told, 'limit_not_in_catalog', api.unknown_name(
                       'limit', told.limit_id))
                   end as one offset 0) as judged
         where (judged.one).outcome is not null);
end
$$;
