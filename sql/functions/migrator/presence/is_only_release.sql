-- Returns whether no server of another release is present.
--
-- A server is present for three minutes after it noted its presence, unless it said that it ended.
-- Called by functions that are security definer, because presence belongs to no tenant.

create function api.is_only_release() returns boolean
language plpgsql stable
as $$
begin
    return not exists (
        select from entitlements.presence,
               jsonb_each(api.present_servers(presence.servers, clock_timestamp())) as server
         where coalesce(server.value ->> 'release', 'api') <> api.own_release());
end
$$;
