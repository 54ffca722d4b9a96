-- Returns whether servers note their presence in this database: not before migration 0019.
select exists (
    select from pg_catalog.pg_attribute noted
     where noted.attrelid = pg_catalog.to_regclass('entitlements.presence')
       and noted.attname = 'servers');
