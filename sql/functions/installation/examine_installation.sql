-- Returns what `hearth doctor` asks of the whole installation.
--
-- - `served_at`: when a server last could receive webhooks; null: never;
-- - `unanalyzed_tables`: tables with many rows of which the planner has no statistics.
-- Null: served_at.
-- security definer because presence belongs to no tenant, and to see all tables' statistics.

create function api.examine_installation()
returns table (
    served_at timestamptz, database_bytes bigint, unanalyzed_tables text[])
language plpgsql stable security definer rows 1
as $$
declare
    _many_rows constant integer := 10000;
begin
    return query
    select (select presence.seen_at from entitlements.presence),
           pg_catalog.pg_database_size(pg_catalog.current_database()),
           array(select counted.relname::text
                   from pg_catalog.pg_stat_user_tables counted
                  where counted.schemaname = 'entitlements'
                    and counted.n_live_tup > _many_rows
                    and counted.last_analyze is null and counted.last_autoanalyze is null
                  order by counted.relname);
end
$$;
