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
        select jsonb_populate_record(
                   null::entitlements.grants,
                   to_jsonb(line) || jsonb_build_object(
                       'tenant_id', entitlements.current_tenant_id(),
                       'grant_id', api.import_id('grant', line.reference),
                       'actor', 'import', 'granted_at', line.starts_at))
          from unnest(import_grants.rows) as line
         where line.record = 'grant' and line.outcome is null);
begin
    if _grants = '{}' then
        return api.changes_of();
    end if;
    return api.add_grants(_grants);
end
$$;
