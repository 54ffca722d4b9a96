-- Returns the purchases that give app users credits, with amounts given, spent and left.
--
-- A refunded purchase has nothing left. A family share gives none: its credits are the buyer's.
-- Locks: none.

create function api.credit_purchases(
    app_user_uuids uuid[], environment text, as_of timestamptz)
returns table (
    app_user_uuid uuid, purchase_id uuid, credit_id text, bought_at timestamptz, given bigint,
    spent bigint, remaining bigint)
language plpgsql stable security invoker rows 4
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    select bought.owner_uuid, bought.purchase_id, given.credit_id, bought.starts_at,
           given.amount::bigint, drawn.amount,
           case when coalesce(bought.refunded_at, 'infinity') > credit_purchases.as_of
                then greatest(given.amount - drawn.amount, 0) else 0 end
      from entitlements.purchases bought
      join entitlements.product_credits given
        on given.tenant_id = _tenant_id and given.product_id = bought.product_id
     cross join lateral (
           select coalesce(sum(spent.amount), 0)::bigint as amount
             from entitlements.credit_spends spent
            where spent.tenant_id = _tenant_id and spent.purchase_id = bought.purchase_id
              and spent.credit_id = given.credit_id) as drawn
     where bought.tenant_id = _tenant_id
       and bought.owner_uuid = any (credit_purchases.app_user_uuids)
       and bought.environment = credit_purchases.environment
       and bought.starts_at <= credit_purchases.as_of and not bought.is_family_share;
end
$$;
