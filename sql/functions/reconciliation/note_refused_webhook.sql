-- Writes down that a webhook of a tenant was refused, because it did not prove to be RevenueCat's:
-- the tenant's secret may be wrong, and then RevenueCat's are refused too.
--
-- Called by the webhook route, at most once a minute and tenant.
-- Idempotent: since when is kept until an event is taken.
-- Locks: what the tenant may ask.

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
