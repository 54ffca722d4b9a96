-- Locks the households of the app users that ids belong to, and returns them.
--
-- Taken before the locks of the app users.
-- Locks: households by id.

create function api.lock_households_of(app_user_ids text[]) returns uuid[]
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _households constant uuid[] := api.households_of(lock_households_of.app_user_ids);
begin
    -- In the order of the array, which is by id (plans: rule 3).
    perform from unnest(_households) as named (id)
      cross join lateral (
            select from entitlements.households household
             where household.tenant_id = _tenant_id and household.household_id = named.id
            offset 0 for no key update) as locked;
    return _households;
end
$$;
