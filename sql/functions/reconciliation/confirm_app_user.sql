-- Writes down that RevenueCat was asked about a person and knows nobody of that id.
--
-- Called by whatever read a person back. Nothing that we believe is changed by it: who was deleted
-- there has bought what they bought.
-- Idempotent: the latest time holds.
-- Locks: the app user.

create function api.confirm_app_user(app_user_id text, as_of timestamptz default null)
returns void
language plpgsql volatile security invoker
set search_path = ''
as $$
begin
    update entitlements.app_users person
       set confirmed_at = greatest(
               person.confirmed_at, coalesce(confirm_app_user.as_of, now()))
      from entitlements.app_user_ids own
     where own.tenant_id = entitlements.current_tenant_id()
       and own.app_user_id = confirm_app_user.app_user_id
       and person.tenant_id = own.tenant_id and person.app_user_uuid = own.app_user_uuid;
end
$$;

grant execute on function api.confirm_app_user(text, timestamptz) to hearth_server;
comment on function api.confirm_app_user(text, timestamptz) is
    'Writes down that RevenueCat was asked about a person and knows nobody of that id.';
