-- Returns whether two app users are or were in one household.
--
-- Locks: none.

create function api.are_mates(one uuid, other uuid) returns boolean
language plpgsql stable security invoker
set search_path = ''
as $$
begin
    return exists (
        select from entitlements.household_members member
          join entitlements.household_members mate
            on mate.tenant_id = entitlements.current_tenant_id()
           and mate.household_id = member.household_id
         where member.tenant_id = entitlements.current_tenant_id()
           and member.app_user_uuid = are_mates.one
           and mate.app_user_uuid = are_mates.other);
end
$$;
