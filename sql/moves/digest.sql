-- Returns the number of the tenant's rows in a table, and their digests: of all rows, or of those
-- that a transaction or a later one wrote.
select row_count, keys, digest
  from api.digest_table(:'table', nullif(:'since', '')::xid);
