-- Returns the rows that are known, or that contradict what is stored, with their outcomes.
--
-- The caller has locked the households and the app users of the rows, and passes no unfit rows.
-- Locks: none beyond the caller's.
-- Refuses: the codes of the functions that it calls.

create function api.settled_rows(rows entitlements.import_row[])
returns entitlements.import_row[]
language plpgsql stable
as $$
declare
    _open constant entitlements.import_row[] := array(
        select line from unnest(settled_rows.rows) as line where line.outcome is null);
begin
    return api.settled_app_users(_open) || api.settled_members(_open)
        || api.settled_purchases(_open) || api.settled_uses(_open) || api.settled_grants(_open);
end
$$;
