-- Stores what heard_households returned; a membership belongs to the app user who has its id.
--
-- Locks: the new rows.

create function api.put_heard_households(heard jsonb) returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    insert into entitlements.households (tenant_id, household_id, name, created_at)
    select _tenant_id, household.household_id, household.name, household.created_at
      from jsonb_populate_recordset(null::entitlements.households, heard -> 'households')
           as household;
    insert into entitlements.household_members
           (tenant_id, household_id, member_id, app_user_id, app_user_uuid, seat, seats, joined_at,
            left_at, left_because, access_ends_at)
    select _tenant_id, member.household_id, member.member_id, member.app_user_id,
           own.app_user_uuid, member.seat, member.seats, member.joined_at, member.left_at,
           member.left_because, member.access_ends_at
      from jsonb_populate_recordset(null::entitlements.household_members, heard -> 'members')
           as member
      join entitlements.app_user_ids own
        on own.tenant_id = _tenant_id and own.app_user_id = member.app_user_id;
    insert into entitlements.household_owners
           (tenant_id, household_id, member_id, owned_from, owned_until)
    select _tenant_id, owner.household_id, owner.member_id, owner.owned_from, owner.owned_until
      from jsonb_populate_recordset(null::entitlements.household_owners, heard -> 'owners')
           as owner;
end
$$;
