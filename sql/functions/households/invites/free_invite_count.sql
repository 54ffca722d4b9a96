-- Returns how many more invites a household may have open.
--
-- At most 100, and at most one for each free seat if the tenant's rules say so. An invite that was
-- redeemed and waits for the owner to confirm counts as open.
-- Locks: none; the caller has locked the household.

create function api.free_invite_count(household_id uuid, within_seats boolean, as_of timestamptz)
returns bigint
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _open bigint;
    _free bigint;
begin
    select count(*) into _open
      from entitlements.household_invites invite
     where invite.tenant_id = _tenant_id and invite.household_id = free_invite_count.household_id
       and invite.revoked_at is null and invite.member_id is null
       and (invite.expires_at > free_invite_count.as_of or invite.redeemed_at is not null);
    if free_invite_count.within_seats then
        select found.seats - count(member.member_id) into _free
          from api.household_seats(free_invite_count.household_id, free_invite_count.as_of) as found
          left join entitlements.household_members member
            on member.tenant_id = _tenant_id
           and member.household_id = free_invite_count.household_id
           and member.left_at is null
         group by found.seats;
    end if;
    return least(_free, 100) - _open;
end
$$;
