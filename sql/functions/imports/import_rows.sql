-- Imports up to 1,024 rows of an app's existing data, and returns the outcome of each.
--
-- Called by the command `import`. `rows` are JSON objects with the columns of
-- entitlements.import_row; the caller has checked the types, and passes all rows of a household
-- together.
-- `outcome` of a row is one of these:
-- - imported: it was stored;
-- - known: it was imported before, or RevenueCat has reported it; `detail` says which;
-- - refused: nothing of it was stored; `code` and `detail` say why.
-- All rows are stored together. If that fails, each row is stored alone, except that the rows of
-- one household stay together. So a bad row does not affect the others.
-- Dry run: rolled back by the driver.
-- Idempotent: each record has a key of its own (see the functions that judge rows).
-- Null: code, detail.
-- Locks: households by id → app users by uuid → purchases by id. Rows that join known ids lock
-- their households later, so the caller repeats a call that deadlocked.
-- Refuses: the codes of the functions that judge rows.

create function api.import_rows(
    rows jsonb[], as_of timestamptz default null)
returns table (number integer, outcome text, code text, detail text)
language plpgsql volatile rows 1024
as $$
declare
    _as_of constant timestamptz := coalesce(import_rows.as_of, clock_timestamp());
    _rows constant entitlements.import_row[] := array(
        select jsonb_populate_record(
                   null::entitlements.import_row,
                   line.facts || jsonb_build_object('number', line.number) || case
                       when jsonb_array_length(
                                nullif(line.facts -> 'anonymous_app_user_ids', 'null')) > 1
                       then jsonb_build_object('anonymous_app_user_ids', (
                           select jsonb_agg(distinct named.id) from jsonb_array_elements(
                               line.facts -> 'anonymous_app_user_ids') as named (id)))
                       else '{}' end)
          from unnest(import_rows.rows) with ordinality as line (facts, number));
    _part entitlements.import_row[];
    _done entitlements.import_row[] := array[]::entitlements.import_row[];
    _detail text;
begin
    begin
        _done := api.import_together(_rows, _as_of);
    exception
        when serialization_failure or deadlock_detected or lock_not_available then raise;
        when others then
            for _part in
                select array_agg(line order by line.number) from unnest(_rows) as line
                 group by coalesce(line.household, line.number::text), line.household is null
                 order by min(line.number)
            loop
                begin
                    _done := _done || api.import_together(_part, _as_of);
                exception
                    when serialization_failure or deadlock_detected or lock_not_available then
                        raise;
                    when others then
                        get stacked diagnostics _detail = pg_exception_detail;
                        _done := _done || array(
                            select api.refused_row(
                                       line,
                                       case when sqlstate like 'PT%' then sqlerrm
                                            else 'internal' end,
                                       case when sqlstate like 'PT%' then _detail
                                            else sqlstate end)
                              from unnest(_part) as line);
                end;
            end loop;
    end;
    return query
    select line.number, coalesce(line.outcome, 'imported'), line.code, line.detail
      from unnest(_done) as line
     order by line.number;
end
$$;
