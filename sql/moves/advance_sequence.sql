-- Lets a sequence go on after a value, if it has not come that far. Repeatable.
select pg_catalog.setval(pg_catalog.format('%I.%I', schemaname, sequencename)::regclass,
                         greatest(last_value, :'value'::bigint))
  from pg_catalog.pg_sequences
 where schemaname = 'entitlements' and sequencename = :'sequence';
