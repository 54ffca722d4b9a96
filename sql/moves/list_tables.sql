-- Returns the tables of tenants that a move copies, those that refer to others first.
with recursive tables as (
    select class.oid, class.relname from pg_catalog.pg_class class
      join pg_catalog.pg_attribute attribute
        on attribute.attrelid = class.oid and attribute.attname = 'tenant_id'
     where class.relnamespace = 'entitlements'::regnamespace and class.relkind = 'r'
       and class.relname <> 'tenant_moves'
), placed (oid, place) as (
    select tables.oid, 0 from tables
     union
    select reference.confrelid, placed.place + 1
      from placed
      join pg_catalog.pg_constraint reference
        on reference.conrelid = placed.oid and reference.contype = 'f'
       and reference.confrelid <> reference.conrelid
)
select tables.relname from tables join placed on placed.oid = tables.oid
 group by tables.relname order by pg_catalog.max(placed.place), tables.relname;
