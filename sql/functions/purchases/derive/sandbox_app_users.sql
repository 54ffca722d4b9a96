-- Returns the app users whose answers about the sandbox a write may have changed; usually none.
--
-- They have, or had, one of the purchases if it is of the sandbox, or any sandbox purchase before;
-- or they share a household with such an app user.
-- Inlined (plans: rule 6).

create function api.sandbox_app_users(
    app_user_uuids uuid[], purchases entitlements.purchases[])
returns table (app_user_uuid uuid)
language sql stable rows 1
begin atomic
    select distinct named.app_user_uuid
      from (select had.app_user_uuid
              from unnest(sandbox_app_users.purchases) as bought
             cross join lateral (values (bought.owner_uuid), (bought.previous_owner_uuid))
                   as had (app_user_uuid)
             where bought.environment = 'sandbox'
             union all
            select stored.app_user_uuid
              from unnest(sandbox_app_users.app_user_uuids) as given (app_user_uuid)
             cross join lateral (
                   select known.app_user_uuid from entitlements.sandbox_answers known
                    where known.tenant_id = entitlements.current_tenant_id()
                      and known.app_user_uuid = given.app_user_uuid
                   offset 0) as stored) as buyer
     cross join lateral (
           select buyer.app_user_uuid
            union all
           select mate.app_user_uuid
             from api.memberships_of(buyer.app_user_uuid) as member
            cross join lateral api.members_of(member.household_id) as mate
           offset 0) as named
     where named.app_user_uuid = any (sandbox_app_users.app_user_uuids);
end;
