-- Counts the snapshot queue of the tenants that have a key, with the age of its oldest row.
--
-- security definer because it counts over all tenants; it answers numbers only.

create function api.count_queued_snapshots()
returns table (waiting bigint, oldest_seconds bigint)
language plpgsql stable security definer rows 1
as $$
declare
    _away constant uuid[] := api.tenants_away();
begin
    return query
    select count(*), coalesce(extract(epoch from now() - min(queued.queued_at))::bigint, 0)
      from entitlements.snapshot_queue queued
      join entitlements.upstreams upstream on upstream.tenant_id = queued.tenant_id
     where upstream.sealed_key is not null and upstream.tenant_id <> all (_away);
end
$$;
