-- Returns the releases whose functions are installed, the asking server's first.
--
-- `server_count` counts the servers that are present now; those of schema api note no release.
-- security definer because the server may not read the migrator's tables.

create function api.list_releases(as_of timestamptz default null)
returns table (
    schema_name text, schema_version integer, seen_at timestamptz, server_count integer)
language plpgsql stable security definer rows 2
as $$
declare
    _present constant jsonb := (
        select api.present_servers(
                   presence.servers, coalesce(list_releases.as_of, clock_timestamp()))
          from entitlements.presence);
begin
    return query
    select release.schema_name, release.schema_version,
           greatest(release.seen_at, max((server.value ->> 'seen_at')::timestamptz)),
           count(server.key)::integer
      from entitlements.releases release
      left join jsonb_each(_present) as server
        on coalesce(server.value ->> 'release', 'api') = release.schema_name
     group by release.schema_name
     order by release.schema_name <> api.own_release(), 3 desc;
end
$$;
