-- Lets wings note what follows from answers that were stored.
--
-- The question that store_answers asks every wing: notices log the new ones. Called only if the
-- tenant logs notices, so that others pay nothing. `ending` are the app users whose access ends
-- without a renewal, or has ended; the rest is as in store_answers.
-- Idempotent: the same answers log nothing.
-- Locks: none beyond the caller's.

create function api.note_wings(
    app_user_uuids uuid[], ending uuid[], rules entitlements.notice_rules, cause text,
    cause_ids text[], marks entitlements.stale_answers[], as_of timestamptz)
returns void
language plpgsql volatile
as $$
declare
    _noticed constant uuid[] := array(
        select one from api.possible_notices(
            note_wings.app_user_uuids, note_wings.ending, note_wings.rules, note_wings.as_of)
            as one);
begin
    if _noticed <> '{}' then
        perform api.log_derived_notices(
            _noticed, note_wings.cause, note_wings.cause_ids, note_wings.marks, note_wings.as_of);
    end if;
end
$$;
