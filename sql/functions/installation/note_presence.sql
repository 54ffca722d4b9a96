-- Records that a server can receive webhooks now, and answers since when none could.
--
-- RevenueCat gives up after 155 minutes. If no server could for longer, a row is answered and each
-- tenant with a key needs a catch-up run. So does a tenant whose webhooks were refused for as long
-- and are received again.
-- `key_ids` are the ids of the server's encryption keys. A server of an older release passes
-- neither its name nor keys; all of these share one entry without a name. The entry also has the
-- server's release, whose functions stay while it is seen, and the timeline of the log, so that a
-- standby knows which one it has replayed. The log gets a new mark. Moves whose command died lose
-- their leases, so that workers go on, too.
-- security definer because it is about every tenant.
-- Locks: rows of tenant_moves → the row of presence → that of the release → that of the
-- installation → the tenants' upstream rows.

create function api.note_presence(
    as_of timestamptz default null, server_name text default null, key_ids text[] default null)
returns table (absent_since timestamptz)
language plpgsql volatile security definer rows 1
as $$
declare
    _as_of constant timestamptz := coalesce(note_presence.as_of, clock_timestamp());
    _retried_for constant interval := interval '155 minutes';
    _release constant text := api.own_release();
    _server constant jsonb := jsonb_build_object(
        coalesce(note_presence.server_name, ''),
        jsonb_build_object(
            'seen_at', _as_of, 'key_ids', coalesce(note_presence.key_ids, array[]::text[]),
            'timeline', api.log_timeline(), 'release', _release));
    _seen_at timestamptz;
    _away uuid[];
begin
    perform api.lapse_fence(move.tenant_id) from entitlements.tenant_moves move
      where move.state = 'fenced' and move.fenced_until <= clock_timestamp();
    _away := api.tenants_away();
    select presence.seen_at into _seen_at from entitlements.presence for no key update;
    insert into entitlements.presence as presence (seen_at, servers) values (_as_of, _server)
        on conflict on constraint presence_pkey do update
       set seen_at = greatest(presence.seen_at, excluded.seen_at),
           servers = api.present_servers(presence.servers, _as_of) || excluded.servers;
    update entitlements.releases release set seen_at = greatest(release.seen_at, _as_of)
     where release.schema_name = _release;
    perform api.renew_mark(_as_of);
    if _seen_at < _as_of - _retried_for then
        update entitlements.upstreams upstream set needs_catch_up = true
         where upstream.sealed_key is not null and not upstream.needs_catch_up
           and upstream.tenant_id <> all (_away);
        return query select _seen_at;
    end if;
    update entitlements.upstreams upstream
       set refused_since = null,
           needs_catch_up = upstream.needs_catch_up
               or taken.received_at - upstream.refused_since >= _retried_for
      from (select refused.tenant_id, min(event.received_at)
              from entitlements.upstreams refused
              join entitlements.webhook_events event
                on event.tenant_id = refused.tenant_id
               and event.received_at > refused.refused_since
             group by refused.tenant_id) as taken (tenant_id, received_at)
     where upstream.tenant_id = taken.tenant_id and upstream.tenant_id <> all (_away);
end
$$;
