-- Registers schema api as a release, if servers of before schemas by release have it.
-- Such a server starts only if get_deployment returns its own schema version, so that function goes
-- on to return the one that the database had.
do $$
declare
    _version constant integer := (select max(version) from entitlements.migrations);
begin
    if _version is null
        or pg_catalog.to_regprocedure('api.get_deployment()') is null
        or exists (select from entitlements.releases where schema_name = 'api') then
        return;
    end if;
    insert into entitlements.releases (schema_name, schema_version) values ('api', _version);
    execute format(
        'create or replace function api.get_deployment() '
        'returns table (schema_version integer, functions_hash text) '
        'language plpgsql stable security definer rows 1 '
        'set search_path = pg_catalog, pg_temp '
        'as ''begin return query select %s, deployment.functions_hash '
        'from entitlements.deployments deployment; end''', _version);
end
$$;
