-- Ends a membership, and after the tenant's grace the access that it gives.
--
-- Returns the app user if there was a membership to end. The caller has locked the household, and
-- gives it another owner or dissolves it.
-- If the tenant gives a grace, a review is queued for its end.
-- Idempotent: an ended membership does not change.
-- Locks: the reviews.

create function api.close_membership(
    household_id uuid, member_id uuid, because text, as_of timestamptz)
returns uuid[]
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _grace constant interval :=
        make_interval(days => (api.household_rules()).departure_grace_days);
    _left_at timestamptz;
    _member entitlements.household_members;
begin
    -- as_of may be from before the wait for the household, and so before the ownership began.
    select greatest(close_membership.as_of, max(owner.owned_from), max(owner.owned_until))
      into _left_at
      from entitlements.household_owners owner
     where owner.tenant_id = _tenant_id
       and owner.household_id = close_membership.household_id
       and owner.member_id = close_membership.member_id;
    update entitlements.household_members member
       set left_at = greatest(_left_at, member.joined_at),
           left_because = close_membership.because,
           access_ends_at = greatest(_left_at, member.joined_at) + _grace
      from (select lived.ctid as place from entitlements.household_members lived
             where lived.tenant_id = _tenant_id
               and lived.household_id = close_membership.household_id
               and lived.member_id = close_membership.member_id
            offset 0) as found -- plans: rule 9
     where member.tenant_id = _tenant_id and member.ctid = found.place
       and member.left_at is null
    returning member.* into _member;
    if not found then
        return array[]::uuid[];
    end if;
    update entitlements.household_owners owner
       set owned_until = _member.left_at
     where owner.tenant_id = _tenant_id
       and owner.household_id = close_membership.household_id
       and owner.member_id = close_membership.member_id
       and owner.owned_until is null;
    perform api.queue_seat_review(
        array[close_membership.household_id], close_membership.as_of);
    if _grace > interval '0' and close_membership.because <> 'dissolved' then
        perform api.queue_household_review(
            array[close_membership.household_id], _member.access_ends_at);
    end if;
    return array[_member.app_user_uuid];
end
$$;
