-- Returns the members beyond a household's seats: the newest, and never the owner.

create function api.newest_members(household_id uuid, seats integer)
returns table (member_id uuid, app_user_uuid uuid)
language plpgsql stable rows 2
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    select member.member_id, member.app_user_uuid
      from entitlements.household_members member
      left join lateral api.open_ownership(member.household_id, member.member_id) as owner on true
     where member.tenant_id = _tenant_id and member.household_id = newest_members.household_id
       and member.left_at is null
     order by owner.member_id is null, member.joined_at, member.seat
    offset newest_members.seats;
end
$$;
