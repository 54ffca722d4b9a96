-- Returns a folded state with the uuids of the app users who have its owners' ids now.

create function api.resolve_owner_uuids(folded entitlements.purchases)
returns entitlements.purchases
language plpgsql stable
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
    _purchase entitlements.purchases := folded;
begin
    _purchase.owner_uuid := (
        select own.app_user_uuid from entitlements.app_user_ids own
         where own.tenant_id = _tenant_id and own.app_user_id = folded.owner_app_user_id);
    _purchase.previous_owner_uuid := null;
    if folded.previous_owner_app_user_id is not null then
        _purchase.previous_owner_uuid := (
            select own.app_user_uuid from entitlements.app_user_ids own
             where own.tenant_id = _tenant_id
               and own.app_user_id = folded.previous_owner_app_user_id);
    end if;
    return _purchase;
end
$$;
