-- Returns events, each with the chain id of its purchase.
--
-- The chain id is the store's original transaction, else its transaction, else the app user id and
-- the product. It is null if the event names no purchase. An add-on's has its product besides.
-- The chain is computed before it is compared (plans: rule 4).
-- Pure: reads only its arguments.

create function api.event_chains(entries entitlements.evidence[])
returns table (
    evidence entitlements.evidence, chain_id text, store text, environment text, app_user_id text)
language sql stable rows 64
begin atomic
    select evidence, coalesce(
               coalesce(evidence.original_transaction_id, evidence.transaction_id)
                   || coalesce(' + ' || evidence.order_item, ''),
               evidence.app_user_id || ' ' || evidence.product_id),
           evidence.store, evidence.environment, evidence.app_user_id
      from unnest(event_chains.entries) as evidence
    offset 0;
end;
