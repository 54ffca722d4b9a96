-- Drops the functions of a release that no server uses.
drop schema if exists :"release" cascade;
delete from entitlements.releases where schema_name = :'release';
-- An older binary that migrates again makes schema api again.
delete from entitlements.deployments where :'release' = 'api';
