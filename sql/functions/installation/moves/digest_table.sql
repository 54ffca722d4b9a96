-- Returns how many rows of the tenant a table has, the sum of their keys' hashes, and that of rows.
--
-- Two databases with the same rows answer the same: the order of rows does not count, nor that of
-- columns. With `changed_since`, only rows that this or a later transaction wrote are in `digest`.

create function api.digest_table(table_name text, changed_since xid default null)
returns table (row_count bigint, keys text, digest text)
language plpgsql stable rows 1
as $$
begin
    -- Names from the catalog, quoted: @plpgsql_check_options: security_warnings = off
    execute (
        select format(
                   'select count(*), '
                   '       coalesce(sum(pg_catalog.hash_record_extended(row(%s), 0)), 0)::text, '
                   '       coalesce(sum(pg_catalog.hash_record_extended(row(%s), 0)) '
                   '           filter (where $2 is null or age(one.xmin) <= age($2)), 0)::text '
                   '  from entitlements.%I one where one.tenant_id = $1',
                   string_agg(named.text, ', ' order by named.attname) filter (where named.is_key),
                   string_agg(named.text, ', ' order by named.attname), digest_table.table_name)
          -- json has no hash of its own.
          from (select attribute.attname, attribute.attnum = any (key.conkey) as is_key,
                       format(case attribute.atttypid when 'json'::regtype then 'one.%I::text'
                                   else 'one.%I' end, attribute.attname) as text
                  from pg_catalog.pg_attribute attribute
                  join pg_catalog.pg_constraint key
                    on key.conrelid = attribute.attrelid and key.contype = 'p'
                 where attribute.attrelid
                       = format('entitlements.%I', digest_table.table_name)::regclass
                   and attribute.attnum > 0 and not attribute.attisdropped) as named)
       into strict row_count, keys, digest
      using entitlements.current_tenant_id(), digest_table.changed_since;
    return next;
end
$$;
