-- Records that a webhook of a tenant failed its authentication.
--
-- If the tenant's secret is wrong, RevenueCat's webhooks fail too. Call it at most once a minute
-- for a tenant.
-- Idempotent: the first time stays until an event is received.
-- Locks: the tenant's upstream row.

create function api.note_refused_webhook(as_of timestamptz default null) returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _as_of constant timestamptz := coalesce(note_refused_webhook.as_of, now());
begin
    update entitlements.upstreams upstream set refused_since = _as_of
     where upstream.tenant_id = entitlements.current_tenant_id()
       and upstream.refused_since is null;
end
$$;
