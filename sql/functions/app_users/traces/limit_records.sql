-- Returns the rows of limits and credits stored under the given ids, with kind and time.

create function api.limit_records(app_user_ids text[])
returns table (name text, moment timestamptz, content jsonb)
language plpgsql stable rows 50
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ids constant text[] := limit_records.app_user_ids;
begin
    return query
    select 'reservations', made.made_at, to_jsonb(made)
      from entitlements.reservations made
     where made.tenant_id = _tenant_id and made.app_user_id = any (_ids)
     union all
    select 'uses', use.used_at, to_jsonb(use) - 'total' - 'covered_total'
      from entitlements.uses use
     where use.tenant_id = _tenant_id and use.app_user_id = any (_ids)
     union all
    select 'overuses', noted.last_at, to_jsonb(noted)
      from entitlements.overuses noted
     where noted.tenant_id = _tenant_id and noted.app_user_id = any (_ids)
     union all
    select 'credit_spends', spent.spent_at, to_jsonb(spent)
      from entitlements.credit_spends spent
     where spent.tenant_id = _tenant_id and spent.app_user_id = any (_ids)
     union all
    select 'credit_adjustments', adjusted.adjusted_at, to_jsonb(adjusted)
      from entitlements.credit_adjustments adjusted
     where adjusted.tenant_id = _tenant_id and adjusted.app_user_id = any (_ids)
     union all
    select 'credit_orders', placed.ordered_at, to_jsonb(placed)
      from entitlements.credit_orders placed
     where placed.tenant_id = _tenant_id and placed.app_user_id = any (_ids);
end
$$;
