-- Returns a sentence about a name that the tenant lacks, with up to 20 names of that kind.
--
-- Called for a refusal only: the names are gathered here, so that no other request pays for them.
-- Kinds: feature, entitlement, product, limit, credit, issuer, campaign; of the last the open ones.

create function api.unknown_name(kind text, name text) returns text
language plpgsql stable
set plan_cache_mode = force_generic_plan
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _known constant text[] := array(
        select feature.feature_id from entitlements.features feature
         where unknown_name.kind = 'feature' and feature.tenant_id = _tenant_id
         union
        select entitlement.entitlement_id from entitlements.entitlements entitlement
         where unknown_name.kind = 'entitlement' and entitlement.tenant_id = _tenant_id
         union
        select product.product_id from entitlements.products product
         where unknown_name.kind = 'product' and product.tenant_id = _tenant_id
         union
        select stated.limit_id from entitlements.limits stated
         where unknown_name.kind = 'limit' and stated.tenant_id = _tenant_id
         union
        select given.credit_id from entitlements.product_credits given
         where unknown_name.kind = 'credit' and given.tenant_id = _tenant_id
         union
        select known.issuer from entitlements.token_issuers known
         where unknown_name.kind = 'issuer' and known.tenant_id = _tenant_id
         union
        select campaign.campaign_id from entitlements.code_campaigns campaign
         where unknown_name.kind = 'campaign' and campaign.tenant_id = _tenant_id
           and campaign.is_listed and campaign.revoked_at is null
         order by 1 limit 21);
begin
    return format(
        case unknown_name.kind
             when 'campaign' then '“%s” is not an open campaign; open campaigns: %s.'
             else '“%s” is not in the tenant file; it has: %s.' end,
        unknown_name.name,
        case when cardinality(_known) = 0 then 'none'
             else array_to_string(_known[1:20], ', ') end
        || case when cardinality(_known) > 20 then ', …' else '' end);
end
$$;
