-- Returns the price that evidence names; null if it names none.
--
-- Pure: reads only its argument.

create function api.price_json(evidence entitlements.evidence) returns json
language sql stable
return case when coalesce((evidence).price, (evidence).price_in_purchased_currency) is not null
            then json_build_object(
                'usd', (evidence).price,
                'amount', (evidence).price_in_purchased_currency,
                'currency', (evidence).currency) end;
