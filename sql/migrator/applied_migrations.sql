-- What was applied so far, in order.
select version, name, checksum from entitlements.migrations order by version;
