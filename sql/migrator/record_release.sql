-- Records that a release is installed, and was seen now.
reset role;
insert into entitlements.releases (schema_name, schema_version)
values (:'release', :'schema_version')
    on conflict (schema_name) do update set seen_at = now();
