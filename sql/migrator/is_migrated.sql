-- Returns whether api.get_deployment exists.
select pg_catalog.to_regproc('api.get_deployment') is not null;
