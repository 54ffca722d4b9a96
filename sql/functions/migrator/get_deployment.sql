-- Returns the version of the newest migration and the hash that schema api was built from.
--
-- Called before serving and by /readyz: the server compares both with those it was built with.
-- security definer because the server may not read the migrator's tables.

create function api.get_deployment()
returns table (schema_version integer, functions_hash text)
language plpgsql stable security definer rows 1
as $$
begin
    return query
    select (select max(migration.version) from entitlements.migrations migration),
           deployment.functions_hash
      from entitlements.deployments deployment;
end
$$;
