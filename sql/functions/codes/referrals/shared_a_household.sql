-- Returns whether two app users were members of one household at the same time before a moment.

create function api.shared_a_household(one text[], other text[], as_of timestamptz)
returns boolean
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return exists (
        select from entitlements.household_members mine
          join entitlements.household_members theirs
            on theirs.tenant_id = _tenant_id and theirs.household_id = mine.household_id
           and theirs.app_user_id = any (shared_a_household.other)
           and theirs.joined_at < coalesce(mine.left_at, 'infinity')
           and mine.joined_at < coalesce(theirs.left_at, 'infinity')
           and greatest(mine.joined_at, theirs.joined_at) <= shared_a_household.as_of
         where mine.tenant_id = _tenant_id and mine.app_user_id = any (shared_a_household.one));
end
$$;
