-- Returns the members of a household, also those who left.
--
-- Inlined, with its fence (plans: rules 3 and 6).

create function api.members_of(id uuid)
returns table (
    household_id uuid, member_id uuid, app_user_id text, app_user_uuid uuid, seat integer,
    joined_at timestamptz, left_at timestamptz, left_because text,
    access_ends_at timestamptz)
language sql stable rows 1
begin atomic
    select lived.household_id, lived.member_id, lived.app_user_id, lived.app_user_uuid, lived.seat,
           lived.joined_at, lived.left_at, lived.left_because, lived.access_ends_at
      from entitlements.household_members lived
     where lived.tenant_id = entitlements.current_tenant_id()
       and lived.household_id = members_of.id
    offset 0;
end;
