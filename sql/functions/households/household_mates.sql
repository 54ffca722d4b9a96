-- All people who are or were in households: an answer may hold something of each of them.
--
-- internal: called by derive.
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
