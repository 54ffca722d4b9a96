-- Returns the households that the app users of ids own at present.
--
-- Rows are looked up one by one (plans: rules 3 and 9).
-- Locks: none; a caller that acts on it has locked the households.

create function api.owned_households(app_user_ids text[]) returns uuid[]
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    return array(
        select distinct owner.household_id
          from unnest(owned_households.app_user_ids) as named (id)
         cross join lateral (
               select own.app_user_uuid from entitlements.app_user_ids own
                where own.tenant_id = _tenant_id and own.app_user_id = named.id
               offset 0) as known
         cross join lateral (
               select lived.household_id, lived.member_id, lived.left_at
                 from entitlements.household_members lived
                where lived.tenant_id = _tenant_id and lived.app_user_uuid = known.app_user_uuid
               offset 0) as member
         cross join lateral (
               select owning.household_id from entitlements.household_owners owning
                where owning.tenant_id = _tenant_id
                  and owning.household_id = member.household_id
                  and owning.member_id = member.member_id and owning.owned_until is null
               offset 0) as owner
         where member.left_at is null);
end
$$;
