-- Returns the deployed schema, before the server starts to serve.
select schema_version, functions_hash from api.get_deployment();
