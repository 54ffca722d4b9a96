-- Says what a credit is about to be bought for: the next purchase that gives one is spent on it the
-- moment it is known, whether or not the app still runs.
--
-- Called with a secret key, before the purchase. Credits that are there already are not spent by
-- it.
-- Idempotent by its reference: asked again, it says whether the order is settled.
-- Locks: the app user → the order.
-- Raises: credit_not_in_catalog 404.

create function api.order_credit(
    app_user_id text, credit_id text, reference text, environment text default 'production',
    as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql volatile security invoker rows 1
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _app_user_uuid uuid;
    _ids text[];
    _ordered_at timestamptz;
begin
    if not exists (
        select from entitlements.product_credits given
         where given.tenant_id = _tenant_id and given.credit_id = order_credit.credit_id) then
        raise sqlstate 'PT404' using message = 'credit_not_in_catalog',
            detail = 'No product of the tenant''s catalog gives a credit of this name.';
    end if;
    _app_user_uuid := api.lock_app_user(order_credit.app_user_id);
    _ids := api.own_app_user_ids(order_credit.app_user_id);
    answered_as_of := coalesce(order_credit.as_of, clock_timestamp());
    _ordered_at := (
        select min(placed.ordered_at) from entitlements.credit_orders placed
         where placed.tenant_id = _tenant_id and placed.app_user_id = any (_ids)
           and placed.environment = order_credit.environment
           and placed.credit_id = order_credit.credit_id
           and placed.reference = order_credit.reference);
    if _ordered_at is null then
        insert into entitlements.credit_orders
               (tenant_id, app_user_id, environment, credit_id, reference, ordered_at)
        values (_tenant_id, order_credit.app_user_id, order_credit.environment,
                order_credit.credit_id, order_credit.reference, answered_as_of)
        returning ordered_at into strict _ordered_at;
    end if;
    answer := json_build_object(
        'credit_id', order_credit.credit_id,
        'reference', order_credit.reference,
        'status', case when api.spent_on(_ids, order_credit.credit_id, order_credit.reference) > 0
                       then 'settled' else 'open' end,
        'ordered_at', api.rfc3339(_ordered_at),
        'balance', (
            select coalesce(sum(bought.remaining), 0)
              from api.credit_purchases(
                       array[_app_user_uuid], order_credit.environment, answered_as_of) as bought
             where bought.credit_id = order_credit.credit_id));
    return next;
end
$$;

grant execute on function api.order_credit(text, text, text, text, timestamptz)
    to hearth_server;
comment on function api.order_credit(text, text, text, text, timestamptz) is
    'Says what a credit is about to be bought for.';
