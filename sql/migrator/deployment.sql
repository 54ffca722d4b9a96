-- Which schema is there, asked before anything is served.
select schema_version, functions_hash from api.get_deployment();
