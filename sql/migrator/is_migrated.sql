-- Whether there is a schema to ask about.
select pg_catalog.to_regproc('api.get_deployment') is not null;
