-- Gives an anonymous id a device secret and revokes the previous one.
--
-- The caller has locked the app user.
-- Idempotent: the same digest again changes nothing.
-- Locks: the secrets of the id.

create function api.issue_device_secret(app_user_id text, digest bytea, as_of timestamptz)
returns void
language plpgsql volatile
as $$
declare
    _tenant_id constant uuid := entitlements.current_tenant_id();
begin
    update entitlements.device_secrets secret
       set revoked_at = greatest(issue_device_secret.as_of, secret.created_at)
     where secret.tenant_id = _tenant_id
       and secret.app_user_id = issue_device_secret.app_user_id
       and secret.revoked_at is null and secret.digest <> issue_device_secret.digest;
    insert into entitlements.device_secrets (tenant_id, digest, app_user_id, created_at)
    values (_tenant_id, issue_device_secret.digest, issue_device_secret.app_user_id,
            issue_device_secret.as_of)
        on conflict do nothing;
end
$$;
