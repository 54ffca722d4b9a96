-- Returns what `hearth doctor` asks of the whole installation.
--
-- - `served_at`: when a server last could receive webhooks; null: never;
-- - `connections_left`: how many more sessions a login that is no superuser may open;
-- - `unanalyzed_tables`: tables with many rows of which the planner has no statistics.
-- Null: served_at.
-- security definer because presence belongs to no tenant, and to see all tables' statistics.

create function api.examine_installation()
returns table (
    served_at timestamptz, database_bytes bigint, connections_left integer,
    unanalyzed_tables text[])
language plpgsql stable security definer rows 1
as $$
declare
    _many_rows constant integer := 10000;
begin
    return query
    select (select presence.seen_at from entitlements.presence),
           pg_catalog.pg_database_size(pg_catalog.current_database()),
           current_setting('max_connections')::integer
               - current_setting('superuser_reserved_connections')::integer
               - (select coalesce(sum(used.numbackends), 0)::integer
                    from pg_catalog.pg_stat_database used),
           array(select counted.relname::text
                   from pg_catalog.pg_stat_user_tables counted
                  where counted.schemaname = 'entitlements'
                    and counted.n_live_tup > _many_rows
                    and counted.last_analyze is null and counted.last_autoanalyze is null
                  order by counted.relname);
end
$$;
