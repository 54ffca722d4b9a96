-- Returns the id under which an app user is shown, as a value; see shown_id.

create function api.shown_app_user_id(app_user_uuid uuid) returns text
language plpgsql stable
as $$
begin
    return (
        select shown.app_user_id from api.shown_id(shown_app_user_id.app_user_uuid) as shown);
end
$$;
