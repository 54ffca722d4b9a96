-- Returns what an app user is: ids, kind, and household at a moment.
--
-- Inlined (plans: rule 6). `household` is null without one.

create function api.app_user_facts(app_user_uuid uuid, as_of timestamptz)
returns table (app_user_ids json, kind text, created_at text, household json)
language sql stable rows 1
begin atomic
    select (select json_agg(own.app_user_id order by own.is_anonymous, own.app_user_id)
              from entitlements.app_user_ids own
             where own.tenant_id = entitlements.current_tenant_id()
               and own.app_user_uuid = app_user.app_user_uuid),
           case when exists (
               select from entitlements.app_user_ids own
                where own.tenant_id = entitlements.current_tenant_id()
                  and own.app_user_uuid = app_user.app_user_uuid
                  and not own.is_anonymous) then 'identified' else 'anonymous' end,
           api.rfc3339(app_user.created_at),
           (select json_build_object(
                       'household_id', belonging.household_id,
                       'role', member.role,
                       'joined_at', api.rfc3339(member.joined_at))
              from entitlements.household_members belonging
             cross join lateral api.members_of_household(
                       belonging.household_id, app_user_facts.as_of) as member
             where belonging.tenant_id = entitlements.current_tenant_id()
               and belonging.app_user_uuid = app_user.app_user_uuid
               and member.member_id = belonging.member_id
             order by member.joined_at desc
             limit 1)
      from entitlements.app_users app_user
     where app_user.tenant_id = entitlements.current_tenant_id()
       and app_user.app_user_uuid = app_user_facts.app_user_uuid;
end;
