-- Returns the id under which an app user is shown: the identified one, or else the first.
--
-- An app user without an id has no row. Inlined (plans: rule 6).

create function api.shown_id(app_user_uuid uuid) returns table (app_user_id text)
language sql stable rows 1
begin atomic
    select own.app_user_id
      from entitlements.app_user_ids own
     where own.tenant_id = entitlements.current_tenant_id()
       and own.app_user_uuid = shown_id.app_user_uuid
     order by own.is_anonymous, own.created_at, own.app_user_id
     limit 1;
end;
