-- Returns whether a migrator has run in this database. Any login may ask.
select exists (
    select from pg_catalog.pg_class class
     where class.relname = 'migrations'
       and class.relnamespace = pg_catalog.to_regnamespace('entitlements'));
