-- Returns the rows that are invalid by themselves, or that the tenant file refuses.
--
-- Of what a concurrent write could change, it reads only the tenant file.
-- Refuses: app_user_not_found 404, import_row_invalid 422, entitlement_not_in_catalog 404,
-- product_not_in_catalog 404, product_not_grantable 409, limit_not_in_catalog 404,
-- used_at_out_of_range 422.

create function api.unfit_rows(rows entitlements.import_row[], as_of timestamptz)
returns entitlements.import_row[]
language plpgsql stable
as $$
begin
    return array(
        select judged.one
          from unnest(unfit_rows.rows) as line
         cross join lateral (
               select api.misdated(line, unfit_rows.as_of) as sentence,
                      (select product.kind from api.catalog_product(line.product_id) as product)
                      as product_kind) as found
         cross join lateral (
               select case
                   when exists (
                        select from unnest(line.app_user_id || line.anonymous_app_user_ids)
                               as named (id)
                         where entitlements.is_erased_name(named.id)
                            or api.kept_out_since(named.id) is not null)
                   then api.refused_row(
                       line, 'app_user_not_found', 'The app user with this id was erased.')
                   when found.sentence is not null
                   then api.refused_row(line, 'import_row_invalid', found.sentence)
                   when line.record = 'use'
                        and line.used_at < unfit_rows.as_of - interval '366 days'
                   then api.refused_row(
                       line, 'used_at_out_of_range', 'The use is more than 366 days ago.')
                   when line.product_id is not null and found.product_kind is null
                   then api.refused_row(line, 'product_not_in_catalog', api.unknown_name(
                       'product', line.product_id))
                   when found.product_kind = 'consumable'
                   then api.refused_row(
                       line, 'product_not_grantable',
                       'A consumable gives credits, not access. Adjust the credits instead.')
                   when line.record = 'purchase' and line.expires_at is null
                        and found.product_kind <> 'non_consumable'
                   then api.refused_row(
                       line, 'import_row_invalid',
                       '“expires_at” is missing: the product ends after its duration.')
                   when line.entitlement_id is not null and not exists (
                        select from entitlements.entitlements known
                         where known.tenant_id = entitlements.current_tenant_id()
                           and known.entitlement_id = line.entitlement_id)
                   then api.refused_row(line, 'entitlement_not_in_catalog', api.unknown_name(
                       'entitlement', line.entitlement_id))
                   when line.limit_id is not null and not exists (
                        select from entitlements.limits known
                         where known.tenant_id = entitlements.current_tenant_id()
                           and known.limit_id = line.limit_id)
                   then api.refused_row(line, 'limit_not_in_catalog', api.unknown_name(
                       'limit', line.limit_id))
                   end as one offset 0) as judged
         where (judged.one).outcome is not null);
end
$$;
