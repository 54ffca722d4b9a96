-- Stores grants that the app gave in the past, and returns what changed.
--
-- The caller has locked the app users. Idempotent: the caller passes no known rows.
-- Locks: the inserted purchases.

create function api.import_grants(rows entitlements.import_row[])
returns entitlements.changes
language plpgsql volatile
as $$
declare
    _grants constant entitlements.grants[] := array(
        select row(entitlements.current_tenant_id(), api.import_id('grant', line.reference),
                   line.app_user_id, line.environment, line.entitlement_id, line.product_id,
                   line.starts_at, line.expires_at, line.reason, 'import', line.starts_at, null,
                   null, null)::entitlements.grants
          from unnest(import_grants.rows) as line
         where line.record = 'grant' and line.outcome is null);
begin
    if _grants = '{}' then
        return api.changes_of();
    end if;
    return api.add_grants(_grants);
end
$$;
