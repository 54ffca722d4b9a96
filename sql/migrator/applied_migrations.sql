-- Returns the applied migrations, in order.
select version, name, checksum, compatible_from from entitlements.migrations order by version;
