-- Gathers the planner's statistics of the table that has grown most since they were gathered, and
-- returns how many tables it analyzed: 1 or 0.
--
-- A table has grown if it has changed by half of its rows, and by `minimum_changes`
-- (plans: rule 8).
-- Samples a tenth of the usual rows: autovacuum samples more later.
-- Passes over tables that another session holds, such as autovacuum or a migration.
-- security definer because only the owner of a table may analyze it; it returns only a number.
-- Locks: none that a read or a write waits for.

create function api.analyze_grown_tables(minimum_changes integer)
returns table (analyzed bigint)
language plpgsql volatile security definer rows 1
set default_statistics_target = 10
as $$
declare
    _table regclass;
begin
    analyzed := 0;
    for _table in
        select grown.relid::regclass
          from pg_catalog.pg_stat_user_tables as grown
          join pg_catalog.pg_class as class on class.oid = grown.relid
         where grown.schemaname = 'entitlements'
           and grown.n_mod_since_analyze
               >= greatest(analyze_grown_tables.minimum_changes, class.reltuples / 2)
         order by grown.n_mod_since_analyze desc
    loop
        begin
            -- The lock that analyze takes.
            execute format('lock table %s in share update exclusive mode nowait', _table);
            execute format('analyze %s', _table);
            analyzed := 1;
            exit;
        exception
            when lock_not_available then continue;
            when undefined_table then continue; -- Dropped meanwhile.
        end;
    end loop;
    return next;
end
$$;
