-- Returns what an operator should know about a tenant, a row for each finding.
--
-- The kinds:
-- - product_not_in_catalog: production purchases of a product that the catalog lacks name no
--   entitlement, so they grant nothing; the subject is the product;
-- - entitlement_not_in_catalog: purchases of products that the catalog lacks name an entitlement
--   that it also lacks; the subject is the entitlement;
-- - fair_use_exceeded: app users used a limit above its fair use within 30 days; the count is their
--   number, and the subject is the limit;
-- - webhooks_refused: webhooks were refused within 24 hours; the count is their number, and the
--   subject is the latest reason;
-- - project_not_recognised: a snapshot lists none of the purchases that webhooks reported; the
--   count is the number of app users, and the subject is empty;
-- - endpoint_off: an endpoint was switched off without a request; the count is the number of
--   changes that wait for it, and the subject is its id.
-- - entitlement_without_purchase: RevenueCat says an entitlement is active and lists no purchase;
--   the count is the number of app users, and the subject is the entitlement;
-- - purchases_not_transferred: transfers left purchases of another store with their source, and no
--   app user can be read; the count is the number of purchases, and the subject is the store;
-- - credits_not_delivered: purchases have credits left, and their owners unsettled orders, both for
--   15 minutes; the count is the number of purchases, and the subject is the credit.
-- If the catalog has a product, the catalog decides what it grants, so its purchases give no
-- finding. Findings are derived: a repaired one disappears by itself.
-- It reads at most 1,000 purchases of each product, and at most 1,000 app users.

create function api.findings()
returns table (
    kind text, subject text, count bigint, first_seen_at timestamptz, last_seen_at timestamptz)
language plpgsql stable rows 10
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    with sold as (
        select purchase.product_id, purchase.starts_at,
               coalesce(purchase.period_started_at, purchase.starts_at) as seen_at,
               coalesce(purchase.entitlement_ids,
                        api.promotional_entitlement_ids(purchase.product_id)) as entitlement_ids
          from api.unknown_products() as unknown,
               lateral (select bought.* from entitlements.purchases bought
                         where bought.tenant_id = _tenant_id
                           and bought.environment = 'production'
                           and bought.product_id = unknown.product_id
                         limit 1000) as purchase
    )
    select 'product_not_in_catalog', sold.product_id, count(*), min(sold.starts_at),
           max(sold.seen_at)
      from sold where sold.entitlement_ids is null or sold.entitlement_ids = '{}'
     group by sold.product_id
     union all
    select 'entitlement_not_in_catalog', named.id, count(*), min(sold.starts_at),
           max(sold.seen_at)
      from sold, unnest(sold.entitlement_ids) as named (id)
     where not exists (select from entitlements.entitlements known
                        where known.tenant_id = _tenant_id and known.entitlement_id = named.id)
     group by named.id
     union all
    select 'project_not_recognised', '', count(*), min(waiting.queued_at), max(waiting.queued_at)
      from (select queued.queued_at from entitlements.snapshot_queue queued
              join entitlements.upstreams upstream on upstream.tenant_id = queued.tenant_id
             where queued.tenant_id = _tenant_id and queued.setback = 'project_not_recognised'
               and upstream.sealed_key is not null and upstream.recognised_at is null
             limit 1000) as waiting
    having count(*) > 0
     union all
    select 'webhooks_refused', refused.reason, refused.refusals, refused.first_refused_at,
           refused.last_refused_at
      from entitlements.refused_webhooks refused
     where refused.tenant_id = _tenant_id
       and refused.last_refused_at > now() - interval '24 hours'
     union all
    select found.* from api.entitlement_findings() as found
     union all
    select found.* from api.transfer_findings() as found
     union all
    select found.* from api.findings_of_wings() as found;
end
$$;
