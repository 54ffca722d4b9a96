-- Returns the households owned by the app users that ids belong to.

create function api.owned_households(app_user_ids text[]) returns uuid[]
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return array(
        select distinct owner.household_id
          from entitlements.app_user_ids known
          join entitlements.household_members member
            on member.tenant_id = _tenant_id and member.app_user_uuid = known.app_user_uuid
           and member.left_at is null
          join entitlements.household_owners owner
            on owner.tenant_id = _tenant_id and owner.household_id = member.household_id
           and owner.member_id = member.member_id and owner.owned_until is null
         where known.tenant_id = _tenant_id
           and known.app_user_id = any (owned_households.app_user_ids));
end
$$;
