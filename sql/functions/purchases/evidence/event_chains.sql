-- Returns events, each with the chain id of its purchase.
--
-- The chain id is the store's original transaction, else its transaction, else the app user id and
-- the product. It is null if the event names no purchase.
-- The chain is computed before it is compared (plans: rule 4).
-- Pure: reads only its arguments.

create function api.event_chains(entries entitlements.evidence[])
returns table (
    evidence entitlements.evidence, chain_id text, store text, environment text, app_user_id text)
language sql stable rows 64
begin atomic
    select evidence, coalesce(
               evidence.original_transaction_id, evidence.transaction_id,
               evidence.app_user_id || ' ' || evidence.product_id),
           evidence.store, evidence.environment, evidence.app_user_id
      from unnest(event_chains.entries) as evidence
    offset 0;
end;
