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
            _products := api.changed_grants(
                _grants, definition_plan.former, definition_plan.definition);
            _unknown := array(select product.product_id from api.unknown_products() as product);
            _app_users := api.app_users_with_access(_products);
            _after := api.active_entitlements(_app_users);
            raise sqlstate 'HD002' using message = 'undo';
        exception when sqlstate 'HD002' then
            _before := api.active_entitlements(_app_users);
        end;
    end if;
    return jsonb_build_object(
        'changes', _changes,
        'losing', api.entitlement_counts(_before, _after),
        'gaining', api.entitlement_counts(_after, _before),
        'is_complete', coalesce(cardinality(_app_users), 0) < 5000 and not exists (
            select from api.sold_counts(_products) as sold where sold.count > 1000),
        'products_not_in_file', _unknown,
        'removes', _has_app_users and (
            api.entitlement_counts(_before, _after) <> '{}'
            or exists (
                select from jsonb_to_recordset(_changes) as change (section text, change text)
                 where change.change = 'removed'
                   and change.section in ('entitlements', 'features', 'limits'))));
end
$$;
