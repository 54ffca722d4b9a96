-- Returns the app user that has an id; no row if the id is unknown.
--
-- Inlined, with its fence (plans: rules 3 and 6).

create function api.app_user_of(id text)
returns table (app_user_uuid uuid, created_at timestamptz)
language sql stable rows 1
begin atomic
    select own.app_user_uuid, own.created_at
      from entitlements.app_user_ids own
     where own.tenant_id = entitlements.current_tenant_id()
       and own.app_user_id = app_user_of.id
    offset 0;
end;
