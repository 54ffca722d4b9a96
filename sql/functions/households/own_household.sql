-- Makes a member the owner of their household, in place of the present one. Answers the people
-- whose ownership changed.
--
-- internal: called by whatever gives a household an owner; the caller holds the household.
-- Idempotent: who owns it already goes on owning it.
-- Locks: none beyond the caller's.

create function api.own_household(household_id uuid, member_id uuid, as_of timestamptz)
returns uuid[]
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _from timestamptz;
begin
    if exists (
        select from entitlements.household_owners owner
         where owner.tenant_id = _tenant_id and owner.household_id = own_household.household_id
           and owner.member_id = own_household.member_id and owner.owned_until is null) then
        return array[]::uuid[];
    end if;

    -- Nobody owns a household before having joined it, nor while another still does.
    select greatest(own_household.as_of, member.joined_at, max(owner.owned_from)) into strict _from
      from entitlements.household_members member
      left join entitlements.household_owners owner
        on owner.tenant_id = _tenant_id and owner.household_id = own_household.household_id
       and owner.owned_until is null
     where member.tenant_id = _tenant_id and member.household_id = own_household.household_id
       and member.member_id = own_household.member_id
     group by member.joined_at;
    update entitlements.household_owners owner
       set owned_until = _from
     where owner.tenant_id = _tenant_id and owner.household_id = own_household.household_id
       and owner.owned_until is null;
    insert into entitlements.household_owners as owner
           (tenant_id, household_id, member_id, owned_from)
    values (_tenant_id, own_household.household_id, own_household.member_id, _from)
        -- Given away and back within one moment: as if it had never been away.
        on conflict on constraint household_owners_pkey do update
       set owned_until = null;
    return array(
        select distinct member.app_user_uuid
          from entitlements.household_owners owner
          join entitlements.household_members member
            on member.tenant_id = _tenant_id and member.household_id = owner.household_id
           and member.member_id = owner.member_id
         where owner.tenant_id = _tenant_id and owner.household_id = own_household.household_id
           and (owner.owned_until is null or owner.owned_until = _from));
end
$$;
