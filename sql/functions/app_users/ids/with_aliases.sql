-- Returns app users and those that are one RevenueCat customer with them.
--
-- A purchase of one is in the answers of all.
-- Locks: none.

create function api.with_aliases(app_user_uuids uuid[]) returns uuid[]
language plpgsql stable security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return with_aliases.app_user_uuids || array(
        select other.app_user_uuid
          from entitlements.app_user_ids own
          join entitlements.aliased_ids mine
            on mine.tenant_id = _tenant_id and mine.app_user_id = own.app_user_id
          join entitlements.aliased_ids theirs
            on theirs.tenant_id = _tenant_id and theirs.alias_uuid = mine.alias_uuid
          join entitlements.app_user_ids other
            on other.tenant_id = _tenant_id and other.app_user_id = theirs.app_user_id
         where own.tenant_id = _tenant_id
           and own.app_user_uuid = any (with_aliases.app_user_uuids));
end
$$;
