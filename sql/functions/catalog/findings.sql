-- What an operator should know of a tenant, a row for each finding. Its kind is one of these:
-- - product_not_in_catalog: the catalog lacks a product, and purchases of it in production name no
--   entitlement, so they give nothing; the subject is the product;
-- - entitlement_not_in_catalog: purchases of products that the catalog lacks name an entitlement
--   that it lacks, too; the subject is the entitlement;
-- - project_not_recognised: a reading listed nothing of what webhooks told of people; the count is
--   these people, and there is no subject.
--
-- internal: called by list_findings and count_findings.
-- What a product of the catalog gives is the catalog's to say, so what its purchases name is no
-- finding. All is derived: what is mended is gone by itself. Of each product that the catalog lacks
-- it looks at 1,000 purchases at most, and of people at 1,000.
-- Locks: none.

create function api.findings()
returns table (
    kind text, subject text, count bigint, first_seen_at timestamptz, last_seen_at timestamptz)
language plpgsql stable security invoker rows 10
set search_path = ''
as $$
#variable_conflict use_column
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
      from (select queued.queued_at from entitlements.confirmations queued
              join entitlements.upstreams upstream on upstream.tenant_id = queued.tenant_id
             where queued.tenant_id = _tenant_id and queued.setback = 'project_not_recognised'
               and upstream.sealed_key is not null and upstream.recognised_at is null
             limit 1000) as waiting
    having count(*) > 0;
end
$$;
