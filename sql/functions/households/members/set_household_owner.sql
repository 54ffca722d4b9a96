-- Makes a member the owner of a household in place of the present one.
--
-- Returns the app users whose ownership changed.
-- Idempotent: the present owner stays the owner.
-- Locks: none; the caller has locked the household.

create function api.set_household_owner(household_id uuid, member_id uuid, as_of timestamptz)
returns uuid[]
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _from timestamptz;
begin
    if exists (
        select from entitlements.household_owners owner
         where owner.tenant_id = _tenant_id
           and owner.household_id = set_household_owner.household_id
           and owner.member_id = set_household_owner.member_id and owner.owned_until is null) then
        return array[]::uuid[];
    end if;

    -- Ownership begins no earlier than the member's join and the present owner's start.
    select greatest(set_household_owner.as_of, member.joined_at, max(owner.owned_from))
      into strict _from
      from entitlements.household_members member
      left join entitlements.household_owners owner
        on owner.tenant_id = _tenant_id and owner.household_id = set_household_owner.household_id
       and owner.owned_until is null
     where member.tenant_id = _tenant_id and member.household_id = set_household_owner.household_id
       and member.member_id = set_household_owner.member_id
     group by member.joined_at;
    update entitlements.household_owners owner
       set owned_until = _from
     where owner.tenant_id = _tenant_id
           and owner.household_id = set_household_owner.household_id
       and owner.owned_until is null;
    insert into entitlements.household_owners as owner
           (tenant_id, household_id, member_id, owned_from)
    values (_tenant_id, set_household_owner.household_id, set_household_owner.member_id, _from)
        -- Given away and back at the same time: continue the first ownership.
        on conflict on constraint household_owners_pkey do update
       set owned_until = null;
    return array(
        select distinct member.app_user_uuid
          from entitlements.household_owners owner
         cross join lateral api.membership(owner.household_id, owner.member_id) as member
         where owner.tenant_id = _tenant_id
           and owner.household_id = set_household_owner.household_id
           and (owner.owned_until is null or owner.owned_until = _from));
end
$$;
