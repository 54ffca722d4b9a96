-- Returns the schemas that releases have in this database. Any login may ask.
select schema.nspname from pg_catalog.pg_namespace schema
 where schema.nspname ~ '^hearth_[0-9a-f]{12}$'
    or schema.nspname = 'api' and pg_catalog.to_regproc('api.get_deployment') is not null
 order by schema.nspname;
