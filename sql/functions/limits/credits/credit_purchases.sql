-- Returns what gives app users credits: amounts given, spent and left.
--
-- These are purchases of products, and adjustments. A family share gives none: its credits are the
-- buyer's. Several of a product bought at once give as many times its credits. A refunded purchase
-- has nothing left; by the tenant's `refunded_credits`, what was spent of it is owed: `remaining`
-- is then below zero, since `owed_at`. The same is true of an adjustment that took more than there
-- was.

create function api.credit_purchases(
    app_user_uuids uuid[], environment text, as_of timestamptz)
returns table (
    app_user_uuid uuid, purchase_id uuid, credit_id text, bought_at timestamptz, given bigint,
    spent bigint, remaining bigint, is_refunded boolean, owed_at timestamptz)
language plpgsql stable rows 4
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _owes constant boolean := (
        select tenant.refunded_credits <> 'forgive' from entitlements.tenants tenant
         where tenant.tenant_id = _tenant_id);
begin
    return query
    select bought.owner_uuid, bought.purchase_id, source.credit_id, bought.starts_at,
           source.amount, drawn.amount, counted.remaining, refund.is_made,
           case when counted.remaining < 0
                then coalesce(bought.refunded_at, bought.starts_at) end
      from entitlements.purchases bought
     cross join lateral (
           select given.credit_id, given.amount::bigint * coalesce(bought.quantity, 1) as amount,
                  false as is_adjustment
             from entitlements.product_credits given
            where given.tenant_id = _tenant_id and given.product_id = bought.product_id
            union all
           select adjusted.credit_id, greatest(adjusted.amount, 0)::bigint, true
             from entitlements.credit_adjustments adjusted
            where adjusted.tenant_id = _tenant_id and bought.store = 'hearth'
              and adjusted.adjustment_id = bought.purchase_id) as source
     cross join lateral (
           select coalesce(sum(spent.amount), 0)::bigint as amount
             from entitlements.credit_spends spent
            where spent.tenant_id = _tenant_id and spent.purchase_id = bought.purchase_id
              and spent.credit_id = source.credit_id) as drawn
     cross join lateral (
           select coalesce(bought.refunded_at <= credit_purchases.as_of, false))
           as refund (is_made)
     cross join lateral (
           select case when refund.is_made then case when _owes then -drawn.amount else 0 end
                       when _owes and source.is_adjustment then source.amount - drawn.amount
                       else greatest(source.amount - drawn.amount, 0) end)
           as counted (remaining)
     where bought.tenant_id = _tenant_id
       and bought.owner_uuid = any (credit_purchases.app_user_uuids)
       and (bought.environment = credit_purchases.environment
            or bought.purchase_id in (
               select (tested.purchase).purchase_id
                 from api.tested_purchases(
                          credit_purchases.app_user_uuids, credit_purchases.environment,
                          credit_purchases.as_of, is_past => false) as tested))
       and bought.starts_at <= credit_purchases.as_of and not bought.is_family_share;
end
$$;
