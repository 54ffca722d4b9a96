-- Returns the households that an app user was in, as known at a moment, newest first.

create function api.known_households(app_user_uuid uuid, known_until timestamptz)
returns table (code text, household_id uuid, facts jsonb)
language plpgsql stable rows 2
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return query
    select case when member.left_at <= known_households.known_until then 'left_household'
                else 'household_member' end,
           member.household_id,
           jsonb_build_object(
               'household_id', member.household_id,
               'app_user_id', member.app_user_id,
               'joined_at', api.rfc3339(member.joined_at),
               'left_at', case when member.left_at <= known_households.known_until
                               then api.rfc3339(member.left_at) end,
               'left_because', case when member.left_at <= known_households.known_until
                                    then member.left_because end)
      from entitlements.household_members member
     where member.tenant_id = _tenant_id
       and member.app_user_uuid = known_households.app_user_uuid
       and member.joined_at <= known_households.known_until
     order by member.joined_at desc, member.member_id
     limit 20;
end
$$;
