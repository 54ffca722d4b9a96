-- Whether a migrator was here before, asked by any login.
select exists (
    select from pg_catalog.pg_class class
     where class.relname = 'migrations'
       and class.relnamespace = pg_catalog.to_regnamespace('entitlements'));
