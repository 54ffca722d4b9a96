-- Stores grants that the app gave before, and returns what changed.
--
-- The caller has locked the app users. Idempotent: known rows were sorted out.
-- Locks: the inserted purchases.

create function api.import_grants(rows entitlements.import_row[])
returns entitlements.changes
language plpgsql volatile security invoker
set search_path = ''
as $$
declare
    _grants constant entitlements.grants[] := array(
        select row(entitlements.current_tenant_id(), api.import_id('grant', told.reference),
                   told.app_user_id, told.environment, told.entitlement_id, told.product_id,
                   told.starts_at, told.expires_at, told.reason, 'import', told.starts_at, null,
                   null, null)::entitlements.grants
          from unnest(import_grants.rows) as told
         where told.record = 'grant' and told.outcome is null);
begin
    if _grants = '{}' then
        return api.changes_of();
    end if;
    return api.add_grants(_grants);
end
$$;
