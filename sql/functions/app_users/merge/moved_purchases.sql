-- Returns the ids and products of those purchases that an app user owns, newest first.
--
-- Two lists of the answer to a merge: subscriptions; and purchases, with grants after them.

create function api.moved_purchases(
    app_user_uuid uuid, purchase_ids uuid[], as_of timestamptz)
returns table (subscriptions jsonb, purchases jsonb)
language plpgsql stable rows 1
as $$
begin
    return query
    select coalesce(jsonb_agg(moved.answer order by moved.started_at desc nulls last, moved.id)
                        filter (where moved.is_subscription), '[]'),
           coalesce(jsonb_agg(moved.answer order by moved.is_grant,
                              moved.started_at desc nulls last, moved.id)
                        filter (where not moved.is_subscription), '[]')
      from (select jsonb_build_object(
                       'id', bought.purchase_id, 'product_id', bought.product_id) as answer,
                   bought.purchase_id as id, bought.period_started_at as started_at,
                   api.is_granted(bought.store) as is_grant,
                   not (api.is_granted(bought.store) or bought.is_one_time) as is_subscription
              from (values ('production'), ('sandbox')) as environments (environment)
             cross join lateral api.owned_purchases(
                       array[moved_purchases.app_user_uuid], environments.environment,
                       moved_purchases.as_of, moved_purchases.as_of < now()) as owned
             cross join lateral (select (owned.purchase).*) as bought
             where bought.purchase_id = any (moved_purchases.purchase_ids)
               and (bought.store <> 'hearth' or isfinite(bought.access_starts_at))) as moved;
end
$$;
