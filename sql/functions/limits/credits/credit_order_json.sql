-- Returns an app user's order of a credit as the contract shows it; null if none.
--
-- The caller has locked the app user. Of several ids' orders, an open one comes first, then the
-- newest. A spend under the reference makes it settled, and names the purchase and its transaction.
-- Locks: none beyond the caller's.

create function api.credit_order_json(
    app_user_ids text[], credit_id text, reference text, environment text, as_of timestamptz)
returns json
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return (
        select json_build_object(
                   'credit_id', placed.credit_id,
                   'reference', placed.reference,
                   'status', case
                       when api.spent_on(app_user_ids, placed.credit_id, placed.reference) > 0
                       then 'settled'
                       when placed.cancelled_at is not null then 'cancelled'
                       when placed.expires_at <= credit_order_json.as_of then 'expired'
                       else 'open' end,
                   'purchase_id', paying.purchase_id,
                   'transaction_id', paying.transaction_id,
                   'ordered_at', api.rfc3339(placed.ordered_at),
                   'expires_at', api.rfc3339(placed.expires_at),
                   'balance', (
                       select coalesce(sum(had.balance), 0)::bigint
                         from api.credit_balances(
                                  array(select distinct own.app_user_uuid
                                          from entitlements.app_user_ids own
                                         where own.tenant_id = _tenant_id
                                           and own.app_user_id = any (app_user_ids)),
                                  placed.environment, credit_order_json.as_of) as had
                        where had.credit_id = placed.credit_id))
          from entitlements.credit_orders placed
          left join lateral (
               select bought.purchase_id, bought.transaction_id
                 from entitlements.credit_spends spent
                 join entitlements.purchases bought
                   on bought.tenant_id = _tenant_id and bought.purchase_id = spent.purchase_id
                where spent.tenant_id = _tenant_id and spent.app_user_id = any (app_user_ids)
                  and spent.credit_id = placed.credit_id and spent.reference = placed.reference
                order by spent.spent_at, spent.purchase_id
                limit 1) as paying on true
         where placed.tenant_id = _tenant_id
           and placed.app_user_id = any (credit_order_json.app_user_ids)
           and placed.environment = credit_order_json.environment
           and placed.credit_id = credit_order_json.credit_id
           and placed.reference = credit_order_json.reference
         order by placed.cancelled_at is null and placed.expires_at > credit_order_json.as_of desc,
                  placed.ordered_at desc
         limit 1);
end
$$;
