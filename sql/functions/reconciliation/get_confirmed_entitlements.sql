-- Answers the entitlements of an app user and when RevenueCat last confirmed them.
--
-- `confirmed_at` is null if RevenueCat never did, or the id is unknown.
-- Null: confirmed_at.

create function api.get_confirmed_entitlements(
    app_user_id text, environment text default 'production', as_of timestamptz default null)
returns table (answered_as_of timestamptz, answer json, confirmed_at timestamptz)
language plpgsql stable rows 1
as $$
begin
    return query
    select found.answered_as_of, found.answer, (
               select app_user.confirmed_at
                 from entitlements.app_user_ids own
                 join entitlements.app_users app_user
                   on app_user.tenant_id = own.tenant_id
                  and app_user.app_user_uuid = own.app_user_uuid
                where own.tenant_id = entitlements.current_tenant_id()
                  and own.app_user_id = get_confirmed_entitlements.app_user_id)
      from api.get_entitlements(
               get_confirmed_entitlements.app_user_id, get_confirmed_entitlements.environment,
               get_confirmed_entitlements.as_of) as found;
end
$$;
