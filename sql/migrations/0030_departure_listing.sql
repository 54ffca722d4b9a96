-- What a household gave leaves an answer 90 days after a departure (departure_listing). Derives
-- the answers of all members and former members again.
do $$
declare
    _tenant_id uuid;
begin
    for _tenant_id in select tenant.tenant_id from entitlements.tenants tenant loop
        perform set_config('hearth.tenant_id', _tenant_id::text, true);
        update entitlements.stored_answers stored
           set definition_version = 0
         where stored.tenant_id = _tenant_id
           and exists (
               select from entitlements.household_members member
                where member.tenant_id = _tenant_id
                  and member.app_user_uuid = stored.app_user_uuid);
    end loop;
    perform set_config('hearth.tenant_id', '', true);
end
$$;
