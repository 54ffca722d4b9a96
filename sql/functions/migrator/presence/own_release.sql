-- Returns the name of the schema that this release's functions are in.

create function api.own_release() returns text
language plpgsql stable
as $$
begin
    return (
        select schema.nspname from pg_catalog.pg_proc made
          join pg_catalog.pg_namespace schema on schema.oid = made.pronamespace
         where made.oid = 'api.own_release'::regproc);
end
$$;
