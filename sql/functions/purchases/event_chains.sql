-- Events, each with the chain of payments that it is about: the store's original transaction, else
-- its transaction, else, where a store gives none, the app user id and the product. Null: the event
-- names no purchase.
--
-- internal: called by hold_purchases, open_purchases and told_purchases.
-- `offset 0` has the chain computed before it is compared: row security keeps what is computed in a
-- comparison out of the index.
-- The standard's body binds its names now and is inlined by the planner.
-- Pure: reads nothing but its arguments.

create function api.event_chains(tolds entitlements.evidence[])
returns table (told entitlements.evidence, chain_id text, store text, environment text)
language sql stable security invoker rows 64
begin atomic
    select told, coalesce(
               told.original_transaction_id, told.transaction_id,
               told.app_user_id || ' ' || told.product_id),
           told.store, told.environment
      from unnest(event_chains.tolds) as told
    offset 0;
end;
