-- Replaces a tenant's catalog by that of a validated definition.
--
-- Returns the products that became consumables or stopped being such.
--
-- The caller has locked the tenant. Purchases refer to products by name only. If a product leaves
-- the catalog, its purchases stay and grant what the new catalog says.
-- Locks: none beyond the caller's.

create function api.apply_catalog(definition jsonb) returns text[]
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _consumables constant text[] := array(
        select product.product_id from entitlements.products product
         where product.tenant_id = _tenant_id and product.kind = 'consumable');
begin
    -- The deletes cascade to grants, implications, lifted limits and credits.
    delete from entitlements.features where tenant_id = _tenant_id;
    delete from entitlements.products where tenant_id = _tenant_id;
    delete from entitlements.entitlements where tenant_id = _tenant_id;

    insert into entitlements.entitlements (tenant_id, entitlement_id, rank, is_shared)
    select _tenant_id, entry.id, entry.rank, entry.is_shared
      from jsonb_to_recordset(definition -> 'entitlements')
           as entry (id text, rank integer, is_shared boolean);

    insert into entitlements.entitlement_implications
           (tenant_id, entitlement_id, granted_entitlement_id)
    with recursive implied (entitlement_id, granted_entitlement_id) as (
        select entry.id, jsonb_array_elements_text(entry.implies)
          from jsonb_to_recordset(definition -> 'entitlements') as entry (id text, implies jsonb)
        union
        select implied.entitlement_id, jsonb_array_elements_text(entry.implies)
          from implied
          join jsonb_to_recordset(definition -> 'entitlements') as entry (id text, implies jsonb)
            on entry.id = implied.granted_entitlement_id
    )
    select _tenant_id, implied.entitlement_id, implied.granted_entitlement_id from implied;

    insert into entitlements.products (tenant_id, product_id, kind, duration, trial, seats)
    select _tenant_id, entry.id, entry.kind, entry.duration, entry.trial, entry.seats
      from jsonb_to_recordset(definition -> 'products')
           as entry (id text, kind text, duration text, trial text, seats integer);

    insert into entitlements.product_entitlements
           (tenant_id, product_id, entitlement_id, implied_by, is_shared)
    select distinct on (entry.id, granted.entitlement_id)
           _tenant_id, entry.id, granted.entitlement_id, granted.implied_by, granted.is_shared
      from jsonb_to_recordset(definition -> 'products') as entry (id text, entitlements jsonb)
     cross join lateral api.expand_implied(
               array(select jsonb_array_elements_text(entry.entitlements))) as granted
     order by entry.id, granted.entitlement_id, granted.implied_by nulls first;

    insert into entitlements.features (tenant_id, feature_id, entitlement_id)
    select _tenant_id, entry.id, entry.entitlement
      from jsonb_to_recordset(definition -> 'features') as entry (id text, entitlement text);

    return array(
        select changed.id from (
            select product.product_id, product.kind = 'consumable'
              from entitlements.products product where product.tenant_id = _tenant_id
             union all select known.id, true from unnest(_consumables) as known (id)
            ) as changed (id, is_consumable)
         group by changed.id
        having count(*) filter (where changed.is_consumable) = 1);
end
$$;
