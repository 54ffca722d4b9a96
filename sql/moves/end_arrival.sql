-- Ends the subscription of a move, and with :'served' as true serves the tenant from then on.
-- Repeatable. The slot at the old database is dropped there.
begin;
select pg_catalog.pg_advisory_xact_lock(1748722538);
do $$
begin
    if exists (
        select from pg_catalog.pg_subscription
         where subname = :'name' and subdbid = (
               select oid from pg_catalog.pg_database where datname = current_database())) then
        execute format('alter subscription %I disable', :'name');
        execute format('alter subscription %I set (slot_name = none)', :'name');
        execute format('drop subscription %I', :'name');
    end if;
end
$$;
delete from entitlements.tenant_moves
 where tenant_id = :'tenant' and state = 'arriving' and :'served'::boolean;
do $$
begin
    if not exists (select from entitlements.tenant_moves) then
        drop schema if exists hearth_moves;
    end if;
end
$$;
commit;
