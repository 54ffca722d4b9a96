-- Cancels an order of a credit, so that no later purchase is spent on it.
--
-- Called with a secret key. An expired order can be cancelled. Ordering again reopens the order.
-- Idempotent: a cancelled order stays cancelled.
-- Locks: the app user → the order.
-- Raises: credit_order_not_found 404, credit_order_settled 409.

create function api.cancel_credit_order(
    app_user_id text, credit_id text, reference text, environment text default 'production',
    as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql volatile rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ids text[];
begin
    -- Only for known ids: lock_app_user would create an app user.
    if exists (
        select from entitlements.app_user_ids known
         where known.tenant_id = _tenant_id
           and known.app_user_id = cancel_credit_order.app_user_id) then
        perform api.lock_app_user(cancel_credit_order.app_user_id);
    end if;
    _ids := api.ids_of_app_user(cancel_credit_order.app_user_id);
    answered_as_of := coalesce(cancel_credit_order.as_of, clock_timestamp());
    if api.spent_on(_ids, cancel_credit_order.credit_id, cancel_credit_order.reference) > 0 then
        raise sqlstate 'PT409' using message = 'credit_order_settled',
            detail = 'A purchase has already been spent on this order.';
    end if;
    update entitlements.credit_orders placed
       set cancelled_at = answered_as_of
     where placed.tenant_id = _tenant_id and placed.app_user_id = any (_ids)
       and placed.environment = cancel_credit_order.environment
       and placed.credit_id = cancel_credit_order.credit_id
       and placed.reference = cancel_credit_order.reference
       and placed.cancelled_at is null;
    answer := api.credit_order_json(
        _ids, cancel_credit_order.credit_id, cancel_credit_order.reference,
        cancel_credit_order.environment, answered_as_of);
    if answer is null then
        raise sqlstate 'PT404' using message = 'credit_order_not_found',
            detail = 'The app user has no order of this credit with this reference.';
    end if;
    return next;
end
$$;
