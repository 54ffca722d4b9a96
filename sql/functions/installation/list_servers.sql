-- Returns the servers that run now: their names, and the ids of their encryption keys.
--
-- Servers of older releases are one row without a name and without ids.
-- security definer because presence belongs to no tenant.

create function api.list_servers(as_of timestamptz default null)
returns table (server_name text, key_ids text[])
language plpgsql stable security definer rows 5
as $$
begin
    return query
    select server.key,
           array(select jsonb_array_elements_text(server.value -> 'key_ids'))
      from entitlements.presence,
           jsonb_each(api.present_servers(
               presence.servers, coalesce(list_servers.as_of, clock_timestamp()))) as server
     order by server.key collate "C";
end
$$;
