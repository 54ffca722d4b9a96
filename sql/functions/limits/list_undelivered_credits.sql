-- Returns a page of purchases that were paid and whose order is not settled, newest first.
--
-- Called with a support key or more. It is the list of the finding `credits_not_delivered` (see
-- undelivered_credits). `before_bought_at` and `before_entry_id` are the last row of the previous
-- page, null for the first page. The entry's id is made of the purchase and the credit.
-- Null: before_bought_at, before_entry_id.

create function api.list_undelivered_credits(
    page_limit integer, minutes integer, before_bought_at timestamptz, before_entry_id uuid,
    as_of timestamptz default null)
returns table (bought_at timestamptz, entry_id uuid, answer json)
language plpgsql stable rows 100
as $$
begin
    return query
    select found.bought_at, entry.id, json_build_object(
               'app_user_id', found.app_user_id, 'credit_id', found.credit_id,
               'remaining', found.remaining, 'purchase_id', found.purchase_id,
               'product_id', found.product_id, 'store', found.store,
               'transaction_id', found.transaction_id,
               'purchased_at', api.rfc3339(found.bought_at),
               'reference', found.reference, 'ordered_at', api.rfc3339(found.ordered_at))
      from api.undelivered_credits(
               make_interval(mins => list_undelivered_credits.minutes),
               coalesce(list_undelivered_credits.as_of, now())) as found
     cross join lateral (
           select md5(found.purchase_id || ' ' || found.credit_id)::uuid) as entry (id)
     where list_undelivered_credits.before_bought_at is null
        or (found.bought_at, entry.id)
           < (list_undelivered_credits.before_bought_at,
              list_undelivered_credits.before_entry_id)
     order by found.bought_at desc, entry.id desc
     limit list_undelivered_credits.page_limit;
end
$$;
