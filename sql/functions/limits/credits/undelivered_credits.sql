-- Returns production purchases with credits left whose owner has an unsettled order of the credit.
--
-- Both are older than `waited`. The order is the newest that was placed by `waited` ago, within 30
-- days, and not cancelled; it may have expired. A refunded purchase has nothing left.
-- Reads at most 1,000 orders, the newest first.

create function api.undelivered_credits(waited interval, as_of timestamptz)
returns table (
    purchase_id uuid, credit_id text, app_user_id text, product_id text, store text,
    transaction_id text, bought_at timestamptz, remaining bigint, reference text,
    ordered_at timestamptz)
language plpgsql stable rows 10
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _before constant timestamptz := undelivered_credits.as_of - undelivered_credits.waited;
begin
    return query
    with waiting as materialized (
        select distinct on (known.app_user_uuid, placed.credit_id)
               known.app_user_uuid, placed.credit_id, placed.reference, placed.ordered_at
          from (select one.* from entitlements.credit_orders one
                 where one.tenant_id = _tenant_id and one.environment = 'production'
                   and one.cancelled_at is null and one.ordered_at <= _before
                   and one.ordered_at > _before - interval '30 days'
                 order by one.ordered_at desc
                 limit 1000) as placed
          join entitlements.app_user_ids known
            on known.tenant_id = _tenant_id and known.app_user_id = placed.app_user_id
         where api.spent_on(
                   api.ids_of_app_user(placed.app_user_id), placed.credit_id, placed.reference)
               is null
         order by known.app_user_uuid, placed.credit_id, placed.ordered_at desc, placed.reference)
    select bought.purchase_id, bought.credit_id, purchase.owner_app_user_id, purchase.product_id,
           purchase.store, purchase.transaction_id, bought.bought_at, bought.remaining,
           waiting.reference, waiting.ordered_at
      from waiting
     cross join lateral api.credit_purchases(
               array[waiting.app_user_uuid], 'production', undelivered_credits.as_of) as bought
      join entitlements.purchases purchase
        on purchase.tenant_id = _tenant_id and purchase.purchase_id = bought.purchase_id
     where bought.credit_id = waiting.credit_id and bought.remaining > 0
       and bought.bought_at <= _before and purchase.store <> 'hearth';
end
$$;
