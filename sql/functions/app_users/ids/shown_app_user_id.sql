-- Returns the id under which an app user is shown: the identified one, or else the first.
--
-- Locks: none.

create function api.shown_app_user_id(app_user_uuid uuid) returns text
language plpgsql stable security invoker
set search_path = ''
as $$
begin
    return (
        select own.app_user_id
          from entitlements.app_user_ids own
         where own.tenant_id = entitlements.current_tenant_id()
           and own.app_user_uuid = shown_app_user_id.app_user_uuid
         order by own.is_anonymous, own.created_at, own.app_user_id
         limit 1);
end
$$;
