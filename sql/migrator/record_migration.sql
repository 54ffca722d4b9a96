-- Records a migration in the migration's own transaction.
insert into entitlements.migrations (version, name, checksum, compatible_from)
values (:'version', :'name', :'checksum', nullif(:'compatible_from', '')::integer);
