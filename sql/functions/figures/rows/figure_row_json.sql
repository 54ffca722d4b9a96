-- Returns a row of figures as the contract shows it.

create function api.figure_row_json(key text[], day date, figures json, amounts json)
returns json
language sql stable
return json_build_object(
    'day', day, 'product_id', nullif(key[1], ''), 'plan', nullif(key[2], ''),
    'plan_type', nullif(key[3], ''), 'store', nullif(key[4], ''),
    'country_code', nullif(key[5], ''), 'entitlement_id', nullif(key[6], ''),
    'figures', figures, 'charges', coalesce(amounts -> 'charges', '[]'),
    'refunds', coalesce(amounts -> 'refunds', '[]'),
    'refunds_reversed', coalesce(amounts -> 'refunds_reversed', '[]'));
