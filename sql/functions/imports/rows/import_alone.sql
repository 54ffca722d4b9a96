-- Imports rows together or not at all, and returns them with their outcomes.
--
-- If storing them fails, all are refused with the code and the message of the error.
-- Locks: those of import_together.

create function api.import_alone(
    rows entitlements.import_row[], is_dry_run boolean, as_of timestamptz)
returns entitlements.import_row[]
language plpgsql volatile
as $$
declare
    _done entitlements.import_row[];
    _code text;
    _detail text;
begin
    begin
        _done := api.import_together(import_alone.rows, import_alone.as_of);
        if import_alone.is_dry_run then
            raise sqlstate 'HDRY0';
        end if;
    exception
        when sqlstate 'HDRY0' then null;
        when serialization_failure or deadlock_detected or lock_not_available then raise;
        when others then
            get stacked diagnostics _code = message_text, _detail = pg_exception_detail;
            _done := array(
                select api.refused_row(
                           line, case when sqlstate like 'PT%' then _code else 'internal' end,
                           case when sqlstate like 'PT%' then _detail else sqlstate end)
                  from unnest(import_alone.rows) as line);
    end;
    return _done;
end
$$;
