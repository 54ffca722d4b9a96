-- Returns the identified id of the app user that an id belongs to.
--
-- Null if the app user is anonymous or the id is unknown.

create function api.identified_app_user_id(app_user_id text) returns text
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return (
        select own.app_user_id
          from entitlements.app_user_ids known
          join entitlements.app_user_ids own
            on own.tenant_id = _tenant_id and own.app_user_uuid = known.app_user_uuid
           and not own.is_anonymous
         where known.tenant_id = _tenant_id
           and known.app_user_id = identified_app_user_id.app_user_id);
end
$$;
