-- Returns the household that an app user was a member of at a moment; null if there was none.

create function api.household_at(app_user_id text, as_of timestamptz) returns uuid
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return (
        select member.household_id
          from entitlements.app_user_ids known
         cross join lateral api.memberships_of(known.app_user_uuid) as member
         where known.tenant_id = _tenant_id and known.app_user_id = household_at.app_user_id
           and member.joined_at <= household_at.as_of
           and coalesce(member.left_at, 'infinity') > household_at.as_of
         order by member.joined_at desc
         limit 1);
end
$$;
