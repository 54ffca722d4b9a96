-- Records from which schema version on functions work after a migration.
update entitlements.migrations set compatible_from = nullif(:'compatible_from', '')::integer
 where version = :'version';
