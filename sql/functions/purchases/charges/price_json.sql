-- Returns the price that evidence names; null if it names none.
--
-- Pure: reads only its argument.

create function api.price_json(told entitlements.evidence) returns json
language sql stable security invoker
return case when coalesce((told).price, (told).price_in_purchased_currency) is not null
            then json_build_object(
                'usd', (told).price,
                'amount', (told).price_in_purchased_currency,
                'currency', (told).currency) end;
