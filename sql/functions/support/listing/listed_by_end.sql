-- Returns a page of people by the end of their purchases that match a filter; see list_app_users.
--
-- The end that comes first stands first, of ends from `ends_after` on and before `ends_before`. A
-- person stands once for each own purchase or grant whose end is that of an entitlement. By the
-- status `billing_issue`, a smaller index leads.
-- Null: after_moment, after_id, answer.

create function api.listed_by_end(
    environment text, filter jsonb, ends_after timestamptz, ends_before timestamptz,
    after_moment timestamptz, after_id uuid, page_limit integer, rows_maximum integer)
returns table (answer json, place_moment timestamptz, place_id uuid)
language plpgsql stable rows 100
as $$
declare
    _moment constant timestamptz := coalesce(
        listed_by_end.after_moment, listed_by_end.ends_after);
    _id constant uuid := coalesce(
        listed_by_end.after_id, '00000000-0000-0000-0000-000000000000');
    _is_in_trouble constant boolean := coalesce(
        listed_by_end.filter ->> 'status' = 'billing_issue', false);
    _number bigint;
begin
    return query
    select listed.answer, ending.access_ends_at, ending.purchase_id
      from api.purchases_by_end(
               _is_in_trouble, _moment, _id, listed_by_end.ends_before,
               listed_by_end.rows_maximum) as ending
     cross join lateral api.listed_app_user(
               ending.owner_uuid, listed_by_end.environment, listed_by_end.filter,
               ending.access_ends_at, ending.product_id, ending.store, null) as listed
     where ending.environment = listed_by_end.environment
     order by ending.access_ends_at, ending.purchase_id
     limit listed_by_end.page_limit;
    get diagnostics _number = row_count;
    return query
    select null::json, ending.access_ends_at, ending.purchase_id
      from api.purchases_by_end(
               _is_in_trouble, _moment, _id, listed_by_end.ends_before,
               listed_by_end.rows_maximum) as ending
     where _number < listed_by_end.page_limit
     order by ending.access_ends_at, ending.purchase_id
    offset listed_by_end.rows_maximum - 1 limit 1;
end
$$;
