-- Returns the id of a subscription of this database, and whether it is on; no row without one.
select oid, subenabled from pg_catalog.pg_subscription
 where subname = :'name'
   and subdbid = (select oid from pg_catalog.pg_database where datname = current_database());
