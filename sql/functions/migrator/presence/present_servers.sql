-- Returns the servers that noted their presence lately, of those in `presence.servers`.
--
-- A server notes it every minute; after three minutes without a note it has ended.
-- Pure: reads only its arguments.

create function api.present_servers(servers jsonb, as_of timestamptz) returns jsonb
language plpgsql stable
as $$
begin
    return coalesce((
        select jsonb_object_agg(server.key, server.value)
          from jsonb_each(present_servers.servers) as server
         where (server.value ->> 'seen_at')::timestamptz
               > present_servers.as_of - interval '3 minutes'), '{}');
end
$$;
