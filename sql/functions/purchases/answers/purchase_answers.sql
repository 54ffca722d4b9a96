-- Returns an app user's purchases and grants in both environments, newest first.
--
-- `kind` names the list of the contract: subscription, purchase (paid once) or grant. A consumable
-- is never active; its credits are shown with it. An adjustment of credits is no purchase.

create function api.purchase_answers(app_user_uuid uuid, as_of timestamptz)
returns table (kind text, answer json, place bigint)
language plpgsql stable rows 4
as $$
begin
    return query
    select case when api.is_granted(bought.store) then 'grant'
                when bought.is_one_time then 'purchase'
                else 'subscription' end,
           shown.answer,
           row_number() over (order by bought.period_started_at desc nulls last, bought.purchase_id)
      from (values ('production'), ('sandbox')) as environments (environment)
     cross join lateral api.owned_purchases(
               array[purchase_answers.app_user_uuid], environments.environment,
               purchase_answers.as_of, purchase_answers.as_of < now()) as owned
     cross join lateral (select (owned.purchase).*) as bought
      left join lateral api.catalog_product(bought.product_id) as catalog on true
     cross join lateral api.purchase_json(
               owned.purchase, purchase_answers.as_of, catalog.kind, catalog.duration,
               case when catalog.kind = 'consumable' then api.shown_of_purchase(
                   purchase_answers.app_user_uuid, bought.purchase_id, environments.environment,
                   purchase_answers.as_of) end) as shown
     where bought.store <> 'hearth' or isfinite(bought.access_starts_at);
end
$$;
