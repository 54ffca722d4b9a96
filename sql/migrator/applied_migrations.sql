-- Returns the applied migrations, in order.
select version, name, checksum from entitlements.migrations order by version;
