-- Returns all ids of an app user, and whether one of them is on a side of a transfer.
--
-- Null: an app user that was merged away has no ids.
-- Inlined (plans: rule 6).

create function api.ids_in_transfers(app_user_uuid uuid)
returns table (ids text[], has_transfer boolean)
language sql stable rows 1
begin atomic
    select array_agg(own.app_user_id), bool_or(exists (
               select from entitlements.transfer_sides side
                where side.tenant_id = entitlements.current_tenant_id()
                  and side.app_user_id = own.app_user_id))
      from entitlements.app_user_ids own
     where own.tenant_id = entitlements.current_tenant_id()
       and own.app_user_uuid = ids_in_transfers.app_user_uuid;
end;
