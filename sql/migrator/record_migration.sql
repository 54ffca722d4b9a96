-- Records a migration in the migration's own transaction.
insert into entitlements.migrations (version, name, checksum)
values (:'version', :'name', :'checksum');
