-- Returns the hash that schema api was built from; no row before the first build.
select functions_hash from entitlements.deployments;
