-- Returns the places of snapshot entries that run beside another one of the same order.
--
-- Google's subscriptions with add-ons are one order with several products, which run at the same
-- time: each is a purchase of its own. Of an upgrade, too, several products have one transaction,
-- but only one of them runs: the periods follow each other.
-- A renewal's transaction id may be the original's followed by `..` and a number.
-- Pure: reads only its argument.

create function api.parallel_entries(listed entitlements.evidence[])
returns table (place integer)
language sql stable rows 16
begin atomic
    with running as (
        select entry.place, entry.product_id, entry.begins_at, entry.ends_at,
               row(entry.app_user_id, entry.store, entry.environment, entry.order_id)::text as key
          from (select generate.place, item.product_id, item.app_user_id, item.store,
                       item.environment, split_part(item.transaction_id, '..', 1) as order_id,
                       coalesce(item.purchased_at, item.original_purchased_at) as begins_at,
                       coalesce(item.expires_at, 'infinity') as ends_at,
                       item.refunded_at is null and not item.is_one_time
                           and coalesce(item.gives_access, item.expires_at > item.occurred_at, true)
                           as is_running
                  from generate_subscripts(parallel_entries.listed, 1) as generate (place)
                 cross join lateral (select (parallel_entries.listed[generate.place]).*) as item
                offset 0) as entry
         where entry.is_running and entry.order_id <> '' and entry.product_id is not null
    )
    select distinct one.place
      from running as one
      join running as other using (key)
     where split_part(other.product_id, ':', 1) <> split_part(one.product_id, ':', 1)
       and other.begins_at < one.ends_at and one.begins_at < other.ends_at;
end;
