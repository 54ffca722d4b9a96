-- Returns the newest spends and orders of credits of a timeline.
--
-- Adjustments are in the audit, and purchases of credits are events.

create function api.timeline_of_credits(asked entitlements.timeline_query)
returns setof entitlements.timeline_entry
language plpgsql stable rows 50
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    select moved.*
      from unnest(asked.app_user_ids) as own (id)
     cross join lateral (
           select 'credit_spent' as kind, spent.spent_at as recorded_at,
                  'spent ' || spent.credit_id || ' ' || spent.purchase_id || ' '
                  || spent.app_user_id || ' ' || spent.reference as place, spent.app_user_id,
                  json_build_object(
                      'credit_id', spent.credit_id, 'amount', spent.amount,
                      'reference', spent.reference, 'purchase_id', spent.purchase_id) as data
             from entitlements.credit_spends spent
            where spent.tenant_id = _tenant_id and spent.app_user_id = own.id
            union all
           select 'credit_ordered', placed.ordered_at,
                  'ordered ' || placed.environment || ' ' || placed.credit_id || ' '
                  || placed.app_user_id || ' ' || placed.reference, placed.app_user_id,
                  json_build_object(
                      'credit_id', placed.credit_id, 'reference', placed.reference,
                      'environment', placed.environment,
                      'expires_at', api.rfc3339(placed.expires_at),
                      'cancelled_at', api.rfc3339(placed.cancelled_at))
             from entitlements.credit_orders placed
            where placed.tenant_id = _tenant_id and placed.app_user_id = own.id) as moved
     where coalesce(moved.kind = asked.with_kind, true)
       and api.is_earlier(moved.recorded_at, moved.place, asked)
     order by moved.recorded_at desc, moved.place collate "C" desc
     limit asked.maximum;
end
$$;
