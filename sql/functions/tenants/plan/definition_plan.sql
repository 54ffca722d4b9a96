-- Returns what another definition would change, and who would gain and lose access by it.
--
-- Applies the definition and undoes it. Only people with access now, in production, of a product
-- whose entitlements change, and their households are compared: up to 1,000 buyers of a product and
-- 5,000 people in all; `is_complete` is false if there are more. A change of rules of households
-- compares the buyers of every product.
-- `removes` says that people would lose access, or that names which apps ask for would be gone.
-- Locks: as apply_definition; the caller has locked the tenant.

create function api.definition_plan(former jsonb, definition jsonb) returns jsonb
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _changes constant jsonb :=
        api.definition_changes(definition_plan.former, definition_plan.definition);
    _has_app_users constant boolean := exists (
        select from entitlements.app_users known where known.tenant_id = _tenant_id);
    -- Names and implications of entitlements also concern purchases whose events name the
    -- entitlements, and rules of households what members share.
    _concerns_all constant boolean :=
        definition_plan.former -> 'entitlements'
            is distinct from definition_plan.definition -> 'entitlements'
        or definition_plan.former -> 'households'
            is distinct from definition_plan.definition -> 'households';
    _grants jsonb;
    _products text[];
    _unknown text[] := array[]::text[];
    _app_users uuid[];
    _before text[];
    _after text[];
begin
    if _has_app_users then
        _grants := api.sold_grants();
        begin -- Once to learn which products are concerned, once to look at the people.
            perform api.apply_definition(definition_plan.definition);
            _products := array(
                select sold.key from jsonb_each(api.sold_grants()) as sold
                 where _concerns_all or sold.value is distinct from _grants -> sold.key);
            _unknown := array(select product.product_id from api.unknown_products() as product);
            _app_users := api.app_users_with_access(_products);
            _after := api.active_entitlements(_app_users);
            raise sqlstate 'HDRY0';
        exception when sqlstate 'HDRY0' then
            _before := api.active_entitlements(_app_users);
        end;
    end if;
    return jsonb_build_object(
        'changes', _changes,
        'losing', api.entitlement_counts(_before, _after),
        'gaining', api.entitlement_counts(_after, _before),
        'is_complete', coalesce(cardinality(_app_users), 0) < 5000 and not exists (
            select from unnest(_products) as sold (product_id)
             where 1000 < (
                   select count(*) from (
                       select from entitlements.purchases purchase
                        where purchase.tenant_id = _tenant_id
                          and purchase.environment = 'production'
                          and purchase.product_id = sold.product_id
                          and purchase.owner_uuid is not null
                          and purchase.access_starts_at <= now()
                          and now() < purchase.access_ends_at
                        limit 1001) as counted)),
        'products_not_in_file', _unknown,
        'removes', _has_app_users and (
            api.entitlement_counts(_before, _after) <> '{}'
            or exists (
                select from jsonb_to_recordset(_changes) as change (section text, change text)
                 where change.change = 'removed'
                   and change.section in ('entitlements', 'features', 'limits'))));
end
$$;
