-- Returns the ids of an app user.
--
-- Inlined, with its fence (plans: rules 3 and 6).

create function api.ids_of(id uuid)
returns table (app_user_id text)
language sql stable rows 1
begin atomic
    select own.app_user_id
      from entitlements.app_user_ids own
     where own.tenant_id = entitlements.current_tenant_id()
       and own.app_user_uuid = ids_of.id
    offset 0;
end;
