-- Returns a page of an app user's charges, newest first, each with its refund.
--
-- Called with any key of the tenant, and with an end user's token for its app user. A charge is one
-- transaction of one of their purchases. The event that told of it says what was paid; a charge
-- whose event never came is shown from other evidence, without a price.
-- `before_purchased_at` and `before_charge_id` are the last row of the previous page, null for the
-- first page.
-- Null: before_purchased_at, before_charge_id.

create function api.list_transactions(
    app_user_id text, environment text, page_limit integer, before_purchased_at timestamptz,
    before_charge_id uuid)
returns table (purchased_at timestamptz, charge_id uuid, answer json)
language plpgsql stable rows 100
as $$
declare
    _app_user_uuid constant uuid := (
        select known.app_user_uuid from entitlements.app_user_ids known
         where known.tenant_id = entitlements.current_tenant_id()
           and known.app_user_id = list_transactions.app_user_id);
begin
    return query
    select charged.purchased_at, charged.charge_id,
           api.transaction_json(charged.payment, charged.refund)
      from (select charge.payment, charge.refund, (charge.payment).purchased_at,
                   md5((charge.payment).purchase_id || ' ' || (charge.payment).transaction_id)::uuid
                       as charge_id
              from api.owned_purchases(
                       array[_app_user_uuid], list_transactions.environment, now(), false) as owned
             cross join lateral api.charges_of((owned.purchase).purchase_id) as charge
             where not api.is_granted((owned.purchase).store)) as charged
     where list_transactions.before_purchased_at is null
        or (charged.purchased_at, charged.charge_id)
           < (list_transactions.before_purchased_at, list_transactions.before_charge_id)
     order by charged.purchased_at desc, charged.charge_id desc
     limit list_transactions.page_limit;
end
$$;
