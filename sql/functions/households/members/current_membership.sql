-- Returns the open membership of an app user in a household; null if there is none.
--
-- Locks: none; a caller that acts on it has locked the household.

create function api.current_membership(household_id uuid, app_user_id text)
returns entitlements.household_members
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _member entitlements.household_members;
begin
    select member.* into _member
      from entitlements.app_user_ids known
     cross join lateral ( -- plans: rules 3 and 9
           select * from entitlements.household_members lived
            where lived.tenant_id = _tenant_id and lived.app_user_uuid = known.app_user_uuid
           offset 0) as member
     where known.tenant_id = _tenant_id
       and known.app_user_id = current_membership.app_user_id
       and member.household_id = current_membership.household_id
       and member.left_at is null;
    return _member;
end
$$;
