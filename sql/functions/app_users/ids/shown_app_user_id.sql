-- Returns the id under which an app user is shown, as a value; see shown_id.
--
-- Locks: none.

create function api.shown_app_user_id(app_user_uuid uuid) returns text
language plpgsql stable security invoker
set search_path = ''
as $$
begin
    return (
        select shown.app_user_id from api.shown_id(shown_app_user_id.app_user_uuid) as shown);
end
$$;
