-- Returns the database's schema version and with which it is compatible, before the server serves.
select schema_version, compatible_from from :"release".get_deployment();
