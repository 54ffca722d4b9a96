-- Returns all app users who are or were members of households.
--
-- The answer of each may contain purchases of the others.
-- Locks: none.

create function api.household_mates(household_ids uuid[]) returns uuid[]
language plpgsql stable security invoker
set search_path = ''
as $$
begin
    return array(
        select member.app_user_uuid from entitlements.household_members member
         where member.tenant_id = entitlements.current_tenant_id()
           and member.household_id = any (household_mates.household_ids));
end
$$;
