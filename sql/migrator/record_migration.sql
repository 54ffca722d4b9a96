-- The last statement of a migration's transaction: applied and written down, or neither.
insert into entitlements.migrations (version, name, checksum)
values (:'version', :'name', :'checksum');
