-- Returns a page of the notes of operators on an app user, newest first, under any of their ids.
--
-- Called with a support key or more. `before_written_at` and `before_note_id` are the last row
-- of the previous page, null for the first page. An unknown app user has none.
-- Null: before_written_at, before_note_id.

create function api.list_notes(
    app_user_id text, page_limit integer, before_written_at timestamptz, before_note_id uuid)
returns table (written_at timestamptz, note_id uuid, answer json)
language plpgsql stable rows 100
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    select stored.written_at, stored.note_id, api.note_json(stored)
      from entitlements.operator_notes stored
     where stored.tenant_id = _tenant_id
       and stored.app_user_id = any (api.ids_of_app_user(list_notes.app_user_id))
       and (list_notes.before_written_at is null
            or (stored.written_at, stored.note_id)
               < (list_notes.before_written_at, list_notes.before_note_id))
     order by stored.written_at desc, stored.note_id desc
     limit list_notes.page_limit;
end
$$;
