-- Returns grants as evidence, in the given order: a revoked one as its revocation.
--
-- `order_at` and `rank` are computed as the table computes them. Like an event, a grant of a
-- product names its entitlements, which count if the product leaves the catalog.

create function api.grant_evidence(given entitlements.grants[]) returns entitlements.evidence[]
language plpgsql stable
as $$
begin
    return array(
        select evidence
          from unnest(given) with ordinality as granted
         cross join lateral (
               select case when granted.revoked_at is null then 'grant' else 'revocation' end,
                      coalesce(granted.revoked_at, granted.granted_at)) as said (kind, at)
         cross join lateral jsonb_populate_record(
               null::entitlements.evidence, jsonb_build_object(
                   'tenant_id', granted.tenant_id,
                   'evidence_id', said.kind || ':' || granted.grant_id,
                   'purchase_id', granted.grant_id,
                   'kind', said.kind,
                   'occurred_at', said.at, 'received_at', said.at, 'order_at', said.at,
                   'rank', entitlements.evidence_rank(said.kind),
                   'environment', granted.environment,
                   'store', 'hearth',
                   'app_user_id', granted.app_user_id)
               || case when said.kind = 'grant' then jsonb_build_object(
                   'product_id', granted.product_id,
                   'period_type', 'promotional',
                   'purchased_at', granted.starts_at,
                   'expires_at', granted.expires_at,
                   'entitlement_ids', api.asked_entitlements(
                       granted.entitlement_id, granted.product_id)) else '{}' end) as evidence
         order by granted.ordinality);
end
$$;
