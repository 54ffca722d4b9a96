-- Returns the members of a household at a moment, with the id each is shown by and the role.

create function api.members_of_household(household_id uuid, as_of timestamptz)
returns table (
    member_id uuid, app_user_uuid uuid, app_user_id text, role text, seat integer,
    joined_at timestamptz)
language plpgsql stable rows 6
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    select member.member_id, member.app_user_uuid, api.shown_app_user_id(member.app_user_uuid),
           case when owner.member_id is null then 'member' else 'owner' end, member.seat,
           member.joined_at
      from entitlements.household_members member
      left join lateral ( -- plans: rule 3
           select owning.member_id from entitlements.household_owners owning
            where owning.tenant_id = _tenant_id and owning.household_id = member.household_id
              and owning.member_id = member.member_id
              and owning.owned_from <= members_of_household.as_of
              and coalesce(owning.owned_until, 'infinity') > members_of_household.as_of
           offset 0) as owner on true
     where member.tenant_id = _tenant_id
       and member.household_id = members_of_household.household_id
       and member.joined_at <= members_of_household.as_of
       and coalesce(member.left_at, 'infinity') > members_of_household.as_of;
end
$$;
