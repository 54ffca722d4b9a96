-- Returns the version of the newest migration, and from which version on functions work with all.
--
-- Called before serving and by /readyz: the server compares both with the version of its functions.
-- security definer because the server may not read the migrator's tables.

create function api.get_deployment()
returns table (schema_version integer, compatible_from integer)
language plpgsql stable security definer rows 1
as $$
begin
    return query
    select max(migration.version),
           max(coalesce(migration.compatible_from, migration.version))
      from entitlements.migrations migration;
end
$$;
