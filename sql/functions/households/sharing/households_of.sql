-- Returns the households of the app users that ids belong to.

create function api.households_of(app_user_ids text[]) returns uuid[]
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return array(
        select distinct member.household_id
          from entitlements.app_user_ids known
          join entitlements.household_members member
            on member.tenant_id = _tenant_id and member.app_user_uuid = known.app_user_uuid
           and member.left_at is null
         where known.tenant_id = _tenant_id
           and known.app_user_id = any (households_of.app_user_ids)
         order by member.household_id);
end
$$;
