-- Returns the household of an app user at a moment.
--
-- Called with any key of the tenant. No row: they were in none.
-- Locks: none.

create function api.get_app_user_household(app_user_id text, as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json)
language plpgsql stable security invoker rows 1
set search_path = ''
as $$
#variable_conflict use_column
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _as_of constant timestamptz := coalesce(get_app_user_household.as_of, now());
begin
    return query
    select _as_of, api.household_json(member.household_id, _as_of)
      from entitlements.app_user_ids known
      join entitlements.household_members member
        on member.tenant_id = _tenant_id and member.app_user_uuid = known.app_user_uuid
     where known.tenant_id = _tenant_id
       and known.app_user_id = get_app_user_household.app_user_id
       and member.joined_at <= _as_of and coalesce(member.left_at, 'infinity') > _as_of
     order by member.joined_at desc
     limit 1;
end
$$;
