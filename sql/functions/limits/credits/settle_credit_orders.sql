-- Spends purchases on their owners' newest orders that were open when they were bought; logs them.
--
-- The caller has locked the owners. An order may be up to five minutes later than the purchase: the
-- store's clock may differ from ours.
-- The entry names the purchase with its transaction, and the event that told it.
-- A purchase that repays what its owner owes settles no order.
-- Idempotent: a purchase with a spend settles no further order, even if folded again.
-- Locks: the inserted rows of credit_spends.

create function api.settle_credit_orders(
    purchase_ids uuid[], cause text, cause_ids text[]) returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _bought record;
begin
    for _bought in
        select purchase.purchase_id, purchase.environment, purchase.starts_at,
               purchase.product_id, purchase.store, purchase.transaction_id,
               purchase.owner_uuid, given.credit_id,
               api.ids_of_app_user(purchase.owner_app_user_id) as owner_app_user_ids
          from entitlements.purchases purchase
          join entitlements.product_credits given
            on given.tenant_id = _tenant_id and given.product_id = purchase.product_id
         where purchase.tenant_id = _tenant_id
           and purchase.purchase_id = any (settle_credit_orders.purchase_ids)
           and purchase.refunded_at is null and not purchase.is_family_share
         order by purchase.starts_at, purchase.purchase_id
    loop
        with paid as (insert into entitlements.credit_spends
               (tenant_id, app_user_id, credit_id, reference, purchase_id, amount, spent_at)
        select _tenant_id, placed.app_user_id, placed.credit_id, placed.reference,
               _bought.purchase_id, 1, now()
          from entitlements.credit_orders placed
         where placed.tenant_id = _tenant_id
           and placed.app_user_id = any (_bought.owner_app_user_ids)
           and placed.environment = _bought.environment
           and placed.credit_id = _bought.credit_id
           and placed.ordered_at <= _bought.starts_at + interval '5 minutes'
           and placed.expires_at > _bought.starts_at and placed.cancelled_at is null
           and api.spent_on(
                   _bought.owner_app_user_ids, placed.credit_id, placed.reference) is null
           and not exists (
               select from entitlements.credit_spends spent
                where spent.tenant_id = _tenant_id
                  and spent.purchase_id = _bought.purchase_id
                  and spent.credit_id = _bought.credit_id)
           and exists (
               select from api.credit_balances(
                      array[_bought.owner_uuid], _bought.environment,
                      greatest(now(), _bought.starts_at)) as had
                where had.credit_id = _bought.credit_id
                  and had.balance > 0 and not had.is_blocked)
         order by placed.ordered_at desc, placed.reference
         limit 1
        returning *)
        insert into entitlements.pending_changes
               (tenant_id, kind, app_user_id, before, after, cause, cause_id,
                happened_at, recorded_at)
        select paid.tenant_id, 'credit_order_paid', paid.app_user_id,
               json_build_object('status', 'open'),
               json_build_object(
                   'status', 'settled', 'credit_id', paid.credit_id, 'reference', paid.reference,
                   'purchase_id', _bought.purchase_id, 'product_id', _bought.product_id,
                   'store', _bought.store, 'transaction_id', _bought.transaction_id),
               settle_credit_orders.cause, api.causing_evidence(
                   _bought.purchase_id, settle_credit_orders.cause_ids),
               _bought.starts_at, clock_timestamp()
          from paid;
    end loop;
end
$$;
