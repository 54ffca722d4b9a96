-- Returns the rows whose outcome the database settles: what is known, and what contradicts it.
--
-- The caller has locked the households and the app users of the rows, and sorted out unfit rows.
-- Locks: none beyond the caller's.
-- Refuses: those of the functions that it asks.

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
