-- Returns a page of the offers that purchases used, by code, with counts and first and last use.
--
-- Called with a secret or an admin key. `after_offer_code` is the last code of the previous page,
-- null for the first page. A purchase counts once for each offer that its events named.
-- Null: after_offer_code.

create function api.list_offers(
    page_limit integer, after_offer_code text, environment text default 'production')
returns table (offer_code text, answer json)
language plpgsql stable rows 100
set plan_cache_mode = force_generic_plan
as $$
declare
    _after constant text := coalesce(list_offers.after_offer_code, ''); -- plans: rule 4
begin
    return query
    select used.offer_code,
           json_build_object(
               'offer_code', used.offer_code,
               'purchases', count(*),
               'first_used_at', api.rfc3339(min(used.first_at)),
               'last_used_at', api.rfc3339(max(used.last_at)))
      from (select evidence.offer_code, evidence.purchase_id,
                   min(coalesce(evidence.purchased_at, evidence.order_at)) as first_at,
                   max(coalesce(evidence.purchased_at, evidence.order_at)) as last_at
              from entitlements.evidence evidence
             where evidence.tenant_id = entitlements.current_tenant_id()
               and evidence.environment = list_offers.environment
               and evidence.offer_code > _after
             group by evidence.offer_code, evidence.purchase_id) as used
     group by used.offer_code
     order by used.offer_code
     limit list_offers.page_limit;
end
$$;
