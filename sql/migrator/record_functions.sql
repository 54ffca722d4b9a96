-- Ends a rebuild: records the hash of the function files.
reset role;
insert into entitlements.deployments (functions_hash) values (:'hash')
    on conflict (is_only) do update
   set functions_hash = excluded.functions_hash, deployed_at = now();
