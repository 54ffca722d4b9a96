-- Returns what wings show of a purchase: the credits that it gave.
--
-- The question that purchase_answers asks of a consumable; null if the purchase gave none.

create function api.shown_of_purchase(
    app_user_uuid uuid, purchase_id uuid, environment text, as_of timestamptz)
returns json
language sql stable
return (
    select json_agg(
               json_build_object(
                   'credit_id', gave.credit_id, 'given', gave.given,
                   'spent', gave.spent, 'remaining', gave.remaining)
               order by gave.credit_id)
      from api.credit_purchases(
               array[shown_of_purchase.app_user_uuid], shown_of_purchase.environment,
               shown_of_purchase.as_of) as gave
     where gave.purchase_id = shown_of_purchase.purchase_id);
