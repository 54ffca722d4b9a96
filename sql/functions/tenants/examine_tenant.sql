-- Returns what `hearth doctor` asks of one tenant.
--
-- - `missing_secrets`: the mechanisms that the tenant file requires and that have no secret;
-- - `refused_since`: webhooks fail their authentication since then;
-- - `received_at`: the last webhook; null: none was ever received;
-- - `key_state`: `missing`, `refused`, `not_recognised` (snapshots list no purchase that webhooks
--   reported), `untried` (no snapshot has listed one yet), or `recognised`;
-- - `refusals`, `refused_reason`, `last_refused_at`: the refused webhooks of the last 24 hours, and
--   the latest one's reason; null: none was refused;
-- - `unknown_products`: up to ten products that were sold, that the tenant file lacks, and that
--   give their buyers nothing.
-- Null: refused_since, received_at, refusals, refused_reason, last_refused_at.

create function api.examine_tenant(as_of timestamptz default null)
returns table (
    requires_secret boolean, missing_secrets text[], refused_since timestamptz,
    received_at timestamptz, refusals bigint, refused_reason text, last_refused_at timestamptz,
    key_state text, unknown_products text[])
language plpgsql stable rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := coalesce(examine_tenant.as_of, now());
    _products_maximum constant integer := 10;
    _tenant entitlements.tenants;
    _upstream entitlements.upstreams;
    _refused entitlements.refused_webhooks;
begin
    select * into _tenant from entitlements.tenants tenant where tenant.tenant_id = _tenant_id;
    select * into _upstream from entitlements.upstreams upstream
     where upstream.tenant_id = _tenant_id;
    select * into _refused from entitlements.refused_webhooks refused
     where refused.tenant_id = _tenant_id
       and refused.last_refused_at > _as_of - interval '24 hours';
    return query
    select _tenant.requires_authorization or _tenant.requires_signature,
           array(select wanted.kind
                   from (values ('authorization', _tenant.requires_authorization),
                                ('signature', _tenant.requires_signature)
                        ) as wanted (kind, is_required)
                  where wanted.is_required
                    and not exists (select from entitlements.webhook_secrets secret
                                     where secret.tenant_id = _tenant_id
                                       and secret.kind = wanted.kind)),
           _upstream.refused_since,
           (select event.received_at from entitlements.webhook_events event
             where event.tenant_id = _tenant_id
             order by event.received_at desc limit 1),
           _refused.refusals, _refused.reason, _refused.last_refused_at,
           case when _upstream.sealed_key is null then 'missing'
                when _upstream.pause_reason = 'key_unusable' and _upstream.paused_until > _as_of
                then 'refused'
                when _upstream.recognised_at is not null then 'recognised'
                when exists (select from entitlements.snapshot_queue queued
                              where queued.tenant_id = _tenant_id
                                and queued.setback = 'project_not_recognised')
                then 'not_recognised'
                else 'untried' end,
           array(select found.subject from api.findings() as found
                  where found.kind = 'product_not_in_catalog'
                  order by found.subject limit _products_maximum);
end
$$;
