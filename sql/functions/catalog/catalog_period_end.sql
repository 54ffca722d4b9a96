-- When a period ends that began at a moment, by the catalog's duration of its product: for what a
-- store or RevenueCat did not say. Null: the catalog names no duration.
--
-- internal: called by event_evidence and snapshot_evidence.
-- The end counts as evidence from then on: another duration in the catalog moves no end that was
-- filled in before.
-- Locks: none.

create function api.catalog_period_end(
    product_id text, period_type text, began_at timestamptz)
returns timestamptz
language plpgsql stable security invoker
set search_path = ''
as $$
begin
    return (
        select (catalog_period_end.began_at at time zone 'UTC' + case
                    when catalog_period_end.period_type = 'trial'
                    then coalesce(product.trial, product.duration)
                    else product.duration end::interval) at time zone 'UTC'
          from api.catalog_product(catalog_period_end.product_id) as product);
end
$$;
