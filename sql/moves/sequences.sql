-- Returns the sequences that were used, with their last values.
select sequencename, last_value from pg_catalog.pg_sequences
 where schemaname = 'entitlements' and last_value is not null;
