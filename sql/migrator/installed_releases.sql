-- Returns the releases whose functions are installed, and whether they were seen within an hour.
select schema_name, schema_version, seen_at > now() - interval '1 hour'
  from entitlements.releases order by schema_name;
