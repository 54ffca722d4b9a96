-- Returns the households of the app users that ids belong to.
--
-- Rows are looked up one by one (plans: rules 3 and 9).

create function api.households_of(app_user_ids text[]) returns uuid[]
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return array(
        select distinct member.household_id
          from unnest(households_of.app_user_ids) as named (id)
         cross join lateral (
               select own.app_user_uuid from entitlements.app_user_ids own
                where own.tenant_id = _tenant_id and own.app_user_id = named.id
               offset 0) as known
         cross join lateral (
               select lived.household_id, lived.left_at from entitlements.household_members lived
                where lived.tenant_id = _tenant_id and lived.app_user_uuid = known.app_user_uuid
               offset 0) as member
         where member.left_at is null
         order by member.household_id);
end
$$;
