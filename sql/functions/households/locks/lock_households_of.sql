-- Locks the households of the app users that ids belong to, and returns them.
--
-- Taken before the locks of the app users.
-- Locks: households by id.

create function api.lock_households_of(app_user_ids text[]) returns uuid[]
language plpgsql volatile
as $$
declare
    _households constant uuid[] := api.households_of(lock_households_of.app_user_ids);
begin
    perform from entitlements.households household
      where household.tenant_id = entitlements.current_tenant_id()
        and household.household_id = any (_households)
      order by household.household_id
        for no key update;
    return _households;
end
$$;
