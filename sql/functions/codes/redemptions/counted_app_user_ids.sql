-- Returns an id, all others of its app user, and the names of erased app users who had one of them.
--
-- Each redemption under one of these counts for the app user.

create function api.counted_app_user_ids(app_user_id text) returns text[]
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _ids constant text[] :=
        api.ids_of_app_user(counted_app_user_ids.app_user_id) || counted_app_user_ids.app_user_id;
begin
    return array(
        select own.id from unnest(_ids) as own (id)
         union
        select named.app_user_id
          from unnest(_ids) as own (id)
          join entitlements.erased_ids gone
            on gone.tenant_id = _tenant_id and gone.digest = api.erased_digest(own.id)
          join entitlements.app_user_ids named
            on named.tenant_id = _tenant_id and named.app_user_uuid = gone.app_user_uuid);
end
$$;
