-- Returns the app users whose answers may list purchases of a household's members.
--
-- These are the members, and former members until departure_listing ends.

create function api.household_mates(household_ids uuid[]) returns uuid[]
language plpgsql stable
as $$
begin
    return array(
        select member.app_user_uuid from entitlements.household_members member
         where member.tenant_id = entitlements.current_tenant_id()
           and member.household_id = any (household_mates.household_ids)
           and (member.left_at is null
                or member.access_ends_at > now() - api.departure_listing()));
end
$$;
