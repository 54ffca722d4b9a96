-- Records that webhooks of a tenant were refused, and why the latest.
--
-- Call it at most once a minute for a tenant, with the number of refusals since. A day without
-- one starts a new count.
-- If the tenant's secret is wrong, RevenueCat's webhooks fail too, and a run catches up. A
-- malformed one was authenticated.
-- Locks: the tenant's upstream row → its row of refusals.

create function api.note_refused_webhook(
    reason text, refusals bigint, as_of timestamptz default null)
returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := coalesce(note_refused_webhook.as_of, now());
begin
    update entitlements.upstreams upstream set refused_since = _as_of
     where upstream.tenant_id = _tenant_id and upstream.refused_since is null
       and note_refused_webhook.reason <> 'malformed';
    insert into entitlements.refused_webhooks as known
           (tenant_id, reason, refusals, first_refused_at, last_refused_at)
    values (_tenant_id, note_refused_webhook.reason, note_refused_webhook.refusals, _as_of, _as_of)
        on conflict (tenant_id) do update
       set reason = excluded.reason,
           refusals = excluded.refusals + case
               when known.last_refused_at > _as_of - interval '24 hours' then known.refusals
               else 0 end,
           first_refused_at = case
               when known.last_refused_at > _as_of - interval '24 hours'
               then least(known.first_refused_at, _as_of) else _as_of end,
           last_refused_at = greatest(known.last_refused_at, _as_of);
end
$$;
