-- Begins to copy a tenant's rows, and to follow their changes. Repeatable: a subscription that an
-- error ended, such as a lost connection, goes on.
-- The slot exists, so this is one transaction. An error ends the subscription, and is seen.
begin;
select pg_catalog.set_config('hearth.move_connection', :'connection', true);
do $$
begin
    if exists (
        select from pg_catalog.pg_subscription
         where subname = :'name' and subdbid = (
               select oid from pg_catalog.pg_database where datname = current_database())) then
        execute format('alter subscription %I enable', :'name');
        return;
    end if;
    execute format(
        'create subscription %I connection %L publication %I with (create_slot = false, '
        'slot_name = %L, disable_on_error = true%s)',
        :'name', current_setting('hearth.move_connection'), :'name', :'name',
        -- Otherwise rows are stored as the owner of the tables, and row security refuses that.
        case when current_setting('server_version_num')::integer >= 160000
             then ', run_as_owner = true' else '' end);
end
$$;
commit;
