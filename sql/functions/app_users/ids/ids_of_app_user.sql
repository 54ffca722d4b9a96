-- Returns all ids of the app user that an id belongs to.

create function api.ids_of_app_user(app_user_id text) returns text[]
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return array(
        select own.app_user_id
          from entitlements.app_user_ids known
          join entitlements.app_user_ids own
            on own.tenant_id = _tenant_id and own.app_user_uuid = known.app_user_uuid
         where known.tenant_id = _tenant_id
           and known.app_user_id = ids_of_app_user.app_user_id);
end
$$;
