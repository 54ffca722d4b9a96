-- These people, and everybody who is or was in a household that one of them is or was in: whose
-- answer may hold something of theirs.
--
-- internal: called by refresh_answers.
-- Locks: none.

create function api.people_sharing_with(app_user_uuids uuid[]) returns uuid[]
language plpgsql stable security invoker
set search_path = ''
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return array(
        select named.app_user_uuid
          from unnest(people_sharing_with.app_user_uuids) as named (app_user_uuid)
         where named.app_user_uuid is not null
         union
        select other.app_user_uuid
          from entitlements.household_members member
          join entitlements.household_members other
            on other.tenant_id = _tenant_id and other.household_id = member.household_id
         where member.tenant_id = _tenant_id
           and member.app_user_uuid = any (people_sharing_with.app_user_uuids));
end
$$;

grant execute on function api.people_sharing_with(uuid[]) to hearth_server;
comment on function api.people_sharing_with(uuid[]) is
    'These people, and everybody who is or was in a household with one of them.';
