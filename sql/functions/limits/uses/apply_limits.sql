-- Replaces a tenant's limits and its products' credits by a validated definition.
--
-- The caller has locked the tenant and applied the catalog. Past usage and spends stay.
-- Locks: none beyond the caller's.

create function api.apply_limits(definition jsonb) returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    -- Cascades to limit_entitlements. The catalog has deleted product_credits already.
    delete from entitlements.limits where tenant_id = _tenant_id;

    insert into entitlements.limits
           (tenant_id, limit_id, period, month_day, rolling_hours, free_amount, is_pooled,
            per_member, counts)
    select _tenant_id, entry.id, entry.period, entry.month_day, entry.rolling_hours, entry.free,
           coalesce(entry.pool = 'household', false), entry.per_member,
           coalesce(entry.counts, 'within_allowance')
      from jsonb_to_recordset(definition -> 'limits')
           as entry (
               id text, period text, month_day smallint, rolling_hours integer, free bigint,
               pool text, per_member bigint, counts text);
    insert into entitlements.limit_entitlements
           (tenant_id, limit_id, entitlement_id, amount, fair_use, is_hard)
    select _tenant_id, entry.id, lifting.id, lifting.amount, lifting.fair_use,
           coalesce(lifting.is_hard, false)
      from jsonb_to_recordset(definition -> 'limits') as entry (id text, entitlements jsonb)
     cross join lateral jsonb_to_recordset(entry.entitlements)
               as lifting (id text, amount bigint, fair_use bigint, is_hard boolean);
    insert into entitlements.product_credits (tenant_id, product_id, credit_id, amount)
    select _tenant_id, entry.id, given.id, given.amount
      from jsonb_to_recordset(definition -> 'products') as entry (id text, credits jsonb)
     cross join lateral jsonb_to_recordset(entry.credits) as given (id text, amount integer);
end
$$;
