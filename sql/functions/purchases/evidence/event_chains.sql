-- Returns events, each with the chain id of its purchase.
--
-- The chain id is the store's original transaction, else its transaction, else the app user id and
-- the product. It is null if the event names no purchase.
-- `offset 0` computes the chain before it is compared. Otherwise row security keeps the comparison
-- out of the index.
-- Pure: reads only its arguments.

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
