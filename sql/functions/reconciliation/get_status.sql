-- Returns whether a tenant's RevenueCat can be read and whether its webhooks arrive.
--
-- `version` is the server's release, and is answered as it is given.
-- Called without a credential: the answer has no number and nothing about an app user.
-- - `unreadable`: RevenueCat refuses the key or is down, or an attempt that was queued after the
--   last snapshot failed; `since` is the last snapshot.
-- - `refused`: webhooks fail their authentication; `since` is the first of them.
-- - `quiet`: no webhook for 24 hours; `since` is the last one.

create function api.get_status(as_of timestamptz default null, version text default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql stable rows 1
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := coalesce(get_status.as_of, now());
    _upstream entitlements.upstreams;
    _read_at timestamptz;
    _received_at timestamptz;
    _is_failing boolean;
begin
    select * into _upstream from entitlements.upstreams upstream
     where upstream.tenant_id = _tenant_id;
    select app_user.confirmed_at into _read_at from entitlements.app_users app_user
     where app_user.tenant_id = _tenant_id and app_user.confirmed_at is not null
     order by app_user.confirmed_at desc limit 1;
    select event.received_at into _received_at from entitlements.webhook_events event
     where event.tenant_id = _tenant_id
     order by event.received_at desc limit 1;
    _is_failing := _upstream.paused_until > _as_of
            and _upstream.pause_reason in ('key_unusable', 'unavailable')
        or exists (
            select from entitlements.snapshot_queue queued
             where queued.tenant_id = _tenant_id and queued.attempts > 0
               and queued.setback in ('unavailable', 'unauthorized', 'key_unusable')
               and queued.queued_at > coalesce(_read_at, '-infinity'));
    return query
    select _as_of,
           json_build_object(
               'version', get_status.version,
               'revenuecat', json_build_object(
                   'status', case when _upstream.sealed_key is null then 'not_configured'
                                  when _is_failing then 'unreadable' else 'readable' end,
                   'since', case when _upstream.sealed_key is not null and _is_failing
                                 then api.rfc3339(_read_at) end),
               'webhooks', json_build_object(
                   'status', case when _upstream.refused_since is not null then 'refused'
                                  when _received_at > _as_of - interval '24 hours'
                                  then 'arriving' else 'quiet' end,
                   'since', case when _upstream.refused_since is not null
                                 then api.rfc3339(_upstream.refused_since)
                                 when _received_at > _as_of - interval '24 hours' then null
                                 else api.rfc3339(_received_at) end));
end
$$;
