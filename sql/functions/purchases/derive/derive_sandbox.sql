-- Derives what app users may do in the sandbox, and logs what changed.
--
-- Of the app users, those that sandbox_app_users returns.
-- Locks: those of store_sandbox_answers.

create function api.derive_sandbox(
    app_user_uuids uuid[], purchases entitlements.purchases[], cause text, cause_ids text[])
returns void
language plpgsql volatile
as $$
declare
    _app_users constant uuid[] := array(
        select * from api.sandbox_app_users(
            derive_sandbox.app_user_uuids, derive_sandbox.purchases));
begin
    insert into entitlements.sandbox_answers (tenant_id, app_user_uuid)
    select entitlements.current_tenant_id(), named.app_user_uuid
      from unnest(_app_users) as named (app_user_uuid)
     order by 2
        on conflict do nothing;
    perform api.store_sandbox_answers(
        _app_users, derive_sandbox.cause, derive_sandbox.cause_ids);
end
$$;
