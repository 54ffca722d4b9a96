-- Lets wings note what follows from answers about the sandbox that were stored.
--
-- As note_wings does for production.
-- Idempotent: the same answers log nothing.
-- Locks: none beyond the caller's.

create function api.note_sandbox_wings(
    app_user_uuids uuid[], cause text, cause_ids text[], as_of timestamptz)
returns void
language plpgsql volatile
as $$
begin
    perform api.log_sandbox_notices(app_user_uuids, cause, cause_ids, as_of);
end
$$;
